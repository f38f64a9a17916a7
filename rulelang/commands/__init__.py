"""The commands of `rulec`, one file each.

Comes in: words and files.  Goes out: text on the terminal, files, exit codes.  What the commands have in
common: `group` (which there are, what happens when something goes wrong), `outcome` (exit codes), `files`
(finding and reading), `playable` (a game with players, variants and options as asked for).
"""
