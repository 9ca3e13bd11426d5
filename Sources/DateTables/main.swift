// Prints Sources/HTTPDate/DateTables.swift, made from the rows of DateGrammar; `--dot` prints the automaton as a graph.

import HTTPDate

print(CommandLine.arguments.contains("--dot") ? DateGraph.dot() : DateAutomaton().tablesSource, terminator: "")
