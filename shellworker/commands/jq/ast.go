package jq

// expr is a part of a program.
type expr interface{}

type (
	identity struct{}
	recurse  struct{}
	literal  struct{ v any }
	variable struct {
		name string
		pos  int
	}
	location struct{ line int }
	format   struct{ name string }
	// text is a string with parts in between, each formatted by format.
	text struct {
		format string
		parts  []expr // literal strings and what is interpolated
	}
	interpolated struct{ e expr }
	field        struct { // of[name]
		of, key expr
	}
	slice struct{ of, from, to expr }
	each  struct{ of expr }
	pipe  struct{ l, r expr }
	comma struct{ l, r expr }
	unary struct{ e expr }
	// binary is arithmetic, comparison, "and", "or", "//", or an assignment.
	binary struct {
		op   string
		l, r expr
	}
	try  struct{ body, handler expr }
	bind struct {
		e        expr
		patterns []pattern
		body     expr
	}
	reduce struct {
		e            expr
		p            pattern
		init, update expr
		shared       *reduce // as it was written, where it makes what the outer reduce's update owns
	}
	foreach struct {
		e                     expr
		p                     pattern
		init, update, extract expr
	}
	conditional struct{ cond, yes, no expr }
	label       struct {
		name string
		body expr
	}
	breakOut struct {
		name string
		pos  int
	}
	define struct {
		f    *function
		body expr
	}
	call struct {
		name string
		args []expr
		pos  int
	}
	array   struct{ e expr }
	members struct{ list []member }
)

type member struct{ key, value expr }

// pattern is what a value is taken apart by: a variable, an array or an object.
type pattern struct {
	name    string
	list    []pattern
	members []patternMember
}

type patternMember struct {
	name string // of a variable that takes the member whole
	key  expr
	p    *pattern
}

type function struct {
	name   string
	params []string // "$x" or "f"
	body   expr
}

// module is a parsed program or library.
type module struct {
	meta    expr
	imports []imported
	defs    []*function
	body    expr // nil for a library
}

type imported struct {
	path, as string // as is "" for include
	data     bool
	search   string
}
