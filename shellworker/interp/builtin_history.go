package interp

// addHistory enters a line in the history list.
func (sh *Shell) addHistory(line string) {
	if line == "" {
		return
	}
	sh.history = append(sh.history, line)
}

// completion is what complete says about a command.
type completion struct{}
