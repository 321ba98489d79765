package interp

import "github.com/capshell/capshell/shellworker/regex"

type regexKey struct {
	re    string
	flags regex.Flags
}

// regexMatch returns the match and its groups, nil where there is none.
func (sh *Shell) regexMatch(s, re string) ([]string, error) {
	flags := regex.UTF8
	if sh.shopts[sNocasematch] {
		flags |= regex.IgnoreCase
	}
	k := regexKey{re, flags}
	r := sh.regexes[k]
	if r == nil {
		var err error
		if r, err = regex.Compile(re, regex.Extended, flags); err != nil {
			return nil, err
		}
		if len(sh.regexes) > 64 || sh.regexes == nil {
			sh.regexes = map[regexKey]*regex.Regexp{}
		}
		sh.regexes[k] = r
	}
	loc, err := r.MatchIndex([]byte(s), 0)
	if err != nil || loc == nil {
		return nil, err
	}
	m := make([]string, len(loc)/2)
	for i := range m {
		if loc[2*i] >= 0 {
			m[i] = s[loc[2*i]:loc[2*i+1]]
		}
	}
	return m, nil
}
