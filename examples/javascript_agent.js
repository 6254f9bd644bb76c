// A player of your own as a program: the same in JavaScript, over standard input and output.
const facts = [];

require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  if (message.is === "hello") facts.length = 0; // a game begins
  if (message.is === "facts") facts.push(...message.facts);
  if (message.is !== "ask") return;
  const { id, options } = message.ask;
  const wolves = [], votes = new Map();
  for (const fact of facts) {
    if (fact.is === "Checked" && ["wolves", "Werewolf"].includes(fact.result)) wolves.unshift(fact.target);
    if (fact.is === "Voted") votes.set(fact.target, (votes.get(fact.target) ?? 0) + 1);
  }
  const liked = [...wolves, ...[...votes.keys()].sort((a, b) => votes.get(b) - votes.get(a))];
  const choice = liked.find((seat) => options.includes(seat)) ?? options.at(-1);
  const text = wolves.length ? `Seat ${wolves[0]} is a wolf.` : "I am listening.";
  console.log(JSON.stringify({ is: "answer", ask: id, choice, text }));
});
