package interp

// option is an option of set -o.
type option uint8

const (
	oAllexport option = iota
	oBraceexpand
	oEmacs
	oErrexit
	oErrtrace
	oFunctrace
	oHashall
	oHistexpand
	oHistory
	oIgnoreeof
	oInteractivecomments
	oKeyword
	oMonitor
	oNoclobber
	oNoexec
	oNoglob
	oNolog
	oNotify
	oNounset
	oOnecmd
	oPhysical
	oPipefail
	oPosix
	oPrivileged
	oVerbose
	oVi
	oXtrace
	nOptions
)

var optionNames = [nOptions]string{
	"allexport",
	"braceexpand",
	"emacs",
	"errexit",
	"errtrace",
	"functrace",
	"hashall",
	"histexpand",
	"history",
	"ignoreeof",
	"interactive-comments",
	"keyword",
	"monitor",
	"noclobber",
	"noexec",
	"noglob",
	"nolog",
	"notify",
	"nounset",
	"onecmd",
	"physical",
	"pipefail",
	"posix",
	"privileged",
	"verbose",
	"vi",
	"xtrace",
}

// optionLetters are those of set -x and $-, 0 where there is none.
var optionLetters = [nOptions]byte{
	oAllexport:   'a',
	oBraceexpand: 'B',
	oErrexit:     'e',
	oErrtrace:    'E',
	oFunctrace:   'T',
	oHashall:     'h',
	oHistexpand:  'H',
	oKeyword:     'k',
	oMonitor:     'm',
	oNoclobber:   'C',
	oNoexec:      'n',
	oNoglob:      'f',
	oNotify:      'b',
	oNounset:     'u',
	oOnecmd:      't',
	oPhysical:    'P',
	oPrivileged:  'p',
	oVerbose:     'v',
	oXtrace:      'x',
}

// shopt is an option of shopt.
type shoptOption uint8

const (
	sAutocd shoptOption = iota
	sAssocexpandonce
	sCdablevars
	sCdspell
	sCheckhash
	sCheckjobs
	sCheckwinsize
	sCmdhist
	sCompat31
	sCompat32
	sCompat40
	sCompat41
	sCompat42
	sCompat43
	sCompat44
	sCompletefullquote
	sDirexpand
	sDirspell
	sDotglob
	sExecfail
	sExpandaliases
	sExtdebug
	sExtglob
	sExtquote
	sFailglob
	sForcefignore
	sGlobasciiranges
	sGlobskipdots
	sGlobstar
	sGnuerrfmt
	sHistappend
	sHistreedit
	sHistverify
	sHostcomplete
	sHuponexit
	sInheriterrexit
	sInteractivecomments
	sLastpipe
	sLithist
	sLocalvarinherit
	sLocalvarunset
	sLoginshell
	sMailwarn
	sNoemptycmdcompletion
	sNocaseglob
	sNocasematch
	sNoexpandtranslation
	sNullglob
	sPatsubreplacement
	sProgcomp
	sProgcompalias
	sPromptvars
	sRestrictedshell
	sShiftverbose
	sSourcepath
	sVarredirclose
	sXpgecho
	nShopts
)

var shoptNames = [nShopts]string{
	"autocd",
	"assoc_expand_once",
	"cdable_vars",
	"cdspell",
	"checkhash",
	"checkjobs",
	"checkwinsize",
	"cmdhist",
	"compat31",
	"compat32",
	"compat40",
	"compat41",
	"compat42",
	"compat43",
	"compat44",
	"complete_fullquote",
	"direxpand",
	"dirspell",
	"dotglob",
	"execfail",
	"expand_aliases",
	"extdebug",
	"extglob",
	"extquote",
	"failglob",
	"force_fignore",
	"globasciiranges",
	"globskipdots",
	"globstar",
	"gnu_errfmt",
	"histappend",
	"histreedit",
	"histverify",
	"hostcomplete",
	"huponexit",
	"inherit_errexit",
	"interactive_comments",
	"lastpipe",
	"lithist",
	"localvar_inherit",
	"localvar_unset",
	"login_shell",
	"mailwarn",
	"no_empty_cmd_completion",
	"nocaseglob",
	"nocasematch",
	"noexpand_translation",
	"nullglob",
	"patsub_replacement",
	"progcomp",
	"progcomp_alias",
	"promptvars",
	"restricted_shell",
	"shift_verbose",
	"sourcepath",
	"varredir_close",
	"xpg_echo",
}

var shoptDefaults = [nShopts]bool{
	sCheckwinsize:        true,
	sCmdhist:             true,
	sCompletefullquote:   true,
	sExtquote:            true,
	sForcefignore:        true,
	sGlobasciiranges:     true,
	sGlobskipdots:        true,
	sHostcomplete:        true,
	sInteractivecomments: true,
	sPatsubreplacement:   true,
	sProgcomp:            true,
	sPromptvars:          true,
	sSourcepath:          true,
}
