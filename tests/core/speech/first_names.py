"""First names that players choose, by what else they mean in English.

`SAYABLE` are the names that every line of a bot can use and that the reader then reads as the
seat; `BY_NUMBER` are the names that stay numbers, each with its reason.
"""

from __future__ import annotations

_WORDS = """
Will Mark May Hope Grace Bill Rob Art Guy Drew Pat Sue Jack Rose Dawn Joy Faith June April Max
Chance Case Frank Earnest Iris Ivy Ruby Jade Pearl Daisy Miles Dean Duke King Prince Christian
Charity Patience Prudence Mercy Verity Clarity Constance Honor Justice Trinity Harmony Melody
Felicity Destiny Serenity Temperance True Ever Noble Earl Major Royal Saint Angel Noel Christmas
August Summer Autumn Winter Wednesday Easter Carol Eve Holly Robin Dove Wren Raven Phoenix
Lark Fox Bear Lion Bunny Kitty Colt Buck Leo Basil Sage Ginger Rosemary Clementine Cherry Candy
Cookie Honey Sugar Olive Poppy Lily Violet Hazel Heather Fern Willow Laurel Aspen Ash Forest
Heath Clay Cliff Dale Glen Brook River Lake Lane Stone Sandy Sky Skye Storm Rain Star Stella
Sunny Dusty Misty Stormy Gray Ebony Amber Crystal Gemma Jewel Coral Sterling Rusty Rocky Woody
Chase Grant Wade Skip Trip Chuck Rich Sherry Brandy Penny Bob Don Ken Nick Peter Dick Harry Tony
Rod Josh Kay Jay Bea Dee Gene Jean Ray Norm Sonny Buddy Bud Chip Chad Hank Gus Sid Stew Wally Ace
Blaze Flint Joss Levy Link Maverick Page Paige Quill Reign Roman Seth Lance Pierce Ward Mason
Cooper Parker Tyler Carter Porter Baker Taylor Archer Fisher Gunner Ranger Sailor Spencer Thatcher
Abel Victor Piper Hale Warren Denis Tess Moe Lea Les Mat Nan Bess Hale Curt Ernest Frances Gale
Gail Herb Hardy Happy Lucky Merry Jolly Bliss Cash Cole Dash Drake Finch Hart Hawk Heaven Ocean
Poet Reed Rowan Scout Shade Sol Teal Thorn Timber Vale Viola West North Zen Price Pace Post
"""
"""Words, virtues, months, plants, stones, trades, animals and verbs."""


_ENGLISH = """
James John Robert Michael David William Richard Joseph Thomas Charles Matthew Daniel Anthony Steven
Paul Andrew Joshua Kenneth Kevin Brian George Timothy Ronald Edward Jason Jeffrey Ryan Jacob Gary
Eric Stephen Larry Justin Scott Brandon Benjamin Samuel Gregory Alexander Patrick Jerry Dennis
Aaron Adam Henry Nathan Zachary Kyle Walter Ethan Jeremy Keith Sean Terry Arthur Jesse Dylan Bryan
Joe Jordan Billy Bruce Albert Willie Gabriel Logan Alan Ralph Eugene Russell Bobby Philip Louis
Johnny Roy Mary Patricia Jennifer Linda Elizabeth Barbara Susan Jessica Sarah Karen Lisa Nancy
Betty Margaret Sandra Ashley Kimberly Emily Donna Michelle Dorothy Amanda Melissa Deborah Stephanie
Rebecca Sharon Laura Cynthia Kathleen Amy Angela Shirley Anna Brenda Pamela Emma Nicole Helen
Samantha Katherine Christine Debra Rachel Carolyn Janet Catherine Maria Diane Ruth Julie Olivia
Joyce Virginia Victoria Kelly Lauren Christina Joan Evelyn Judith Megan Andrea Cheryl Hannah
Jacqueline Martha Gloria Teresa Ann Sara Madison Frances Kathryn Janice Alice Judy Sophia Denise
Doris Marilyn Danielle Beverly Isabella Theresa Diana Natalie Brittany Charlotte Marie Kayla Alexis
Lori Tim Tom Ted Dan Sam Ben Pam Peg Meg Liz Kit Kate Hal Gil Matt Hugh Hugo Martin Ed Al Ty Jo Lou
Vi Bo Chris Alex Pete Mike Dave Steve Jim Ron Fred Greg Jeff Phil Ian Neil Owen Luke Liam Noah
"""

_OTHER_LANGUAGES = """
Ali Omar Fatima Layla Yusuf Zaynab Hassan Noor Amir Leila Mehmet Ayşe Can Emre Çağla Deniz Barış
Hans Fritz Jürgen Günther Käthe Heike Uwe Ute Kai Till Ernst Dirk Rolf Wolfgang Gudrun Rike Falk
Jean-Luc François Zoé Élodie Rémi Aimée Marc Luc Claude Pierre Margot Anaïs
José María Jesús Ángel Dolores Consuelo Mercedes Luz Paz Concha Íñigo Ramón Inés
Giovanni Luca Chiara Dante Fiore Gioia Nico Bruno Angelo Marco Rosa Stella
João Inês Conceição Thiago Bia Søren Åsa Björn Freja Östen Siv Gry Lars Odd Even Bent
Ivan Dmitri Olga Katya Борис Ольга Vladimír Łukasz Jiří Žofia Zdeněk Mila Nada Vera Zoran
Giorgos Eleni Θάλεια Nikos Arjun Priya Lakshmi Ravi Dev Asha Maya Anand Jai Veer
Wei Li Ming Jing Hao Xiu Mei Ling Long Chen Fang 小明 伟 Yuki Hiro Ken'ji Sakura Haru Ren さくら
Min-jun Ji-woo Soo Jun 민준 Linh Minh Hoa Thu Binh Dung Phuc Siti Budi Putri Dewi
Kofi Ama Chidi Ngozi Thabo Zanele Amara Kwame Sade Ife Tariq Mary-Ann O'Neil N'Golo
"""

SAYABLE = tuple(dict.fromkeys(f"{_WORDS} {_ENGLISH} {_OTHER_LANGUAGES}".split()))
"""Names without a space, each once."""

BY_NUMBER = {
    "Hunter": "a role: `I am the Hunter` claims it",
    "Doctor": "a role",
    "Guard": "a role",
    "Wolf": "the game's word for the pack, and a German name",
    "An": "the article, and a Vietnamese name",
    "So": "begins sentences, and a Korean name",
    "My": "a pronoun, and a Vietnamese name",
    "No": "the answer",
    "I": "the speaker",
    "Day": "the game's word for a phase",
    "Good": "a word for the village",
}
"""Names that stay numbers, and what a listener would hear instead."""
