"use strict";
// Keys go to the game as soon as it is there, and to the way back once it is gone, without a click.
new MutationObserver((_, watching) => {
  const seen = document.body.classList;
  if (seen.contains("-closed")) document.querySelector(".ended a").focus();
  else if (seen.contains("-first-byte")) document.querySelector(".xterm-helper-textarea").focus();
}).observe(document.body, { attributeFilter: ["class"] });
