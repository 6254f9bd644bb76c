"""The screens and dialogs of the app, and the parts that table screens are composed of.

A part has handlers (action id -> function) in its property `deeds`, which its screen registers;
parts know no screen but `AppScreen`.
"""
