"use strict";
// Keys go to the game as soon as it is there, without a click.
new MutationObserver((_, watching) => {
  if (!document.body.classList.contains("-first-byte")) return;
  document.querySelector(".xterm-helper-textarea").focus();
  watching.disconnect();
}).observe(document.body, { attributeFilter: ["class"] });
