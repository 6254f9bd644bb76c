"""What holds where the command line says nothing: settings, folders, themes, keys and the models of the user."""
