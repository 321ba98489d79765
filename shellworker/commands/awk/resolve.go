package awk

import "maps"

// walk calls f with every node below n, n first; f tells whether to go on.
func walk(n any, f func(any) bool) {
	if n == nil || !f(n) {
		return
	}
	exprs := func(list []expr) {
		for _, e := range list {
			walk(e, f)
		}
	}
	arr := func(a *arrRef) {
		if a != nil {
			walk(a, f)
		}
	}
	stmts := func(list []stmt) {
		for _, s := range list {
			walk(s, f)
		}
	}
	switch n := n.(type) {
	case *field:
		walk(n.e, f)
	case *index:
		arr(n.arr)
		exprs(n.subs)
	case *arrRef:
		arr(n.of)
		exprs(n.subs)
	case *unary:
		walk(n.e, f)
	case *binary:
		walk(n.l, f)
		walk(n.r, f)
	case *concat:
		exprs(n.parts)
	case *match:
		walk(n.l, f)
		walk(n.r, f)
	case *inExpr:
		exprs(n.subs)
		arr(n.arr)
	case *cond:
		walk(n.c, f)
		walk(n.a, f)
		walk(n.b, f)
	case *assign:
		walk(n.l, f)
		walk(n.r, f)
	case *incdec:
		walk(n.l, f)
	case *getline:
		walk(n.l, f)
		walk(n.src, f)
	case *call:
		walk(n.indirect, f)
		exprs(n.args)
	case *builtin:
		exprs(n.args)
	case *group:
		walk(n.e, f)
	case *block:
		stmts(n.list)
	case *exprStmt:
		walk(n.e, f)
	case *printStmt:
		exprs(n.args)
		walk(n.dest, f)
	case *ifStmt:
		walk(n.c, f)
		walk(n.a, f)
		walk(n.b, f)
	case *whileStmt:
		walk(n.c, f)
		walk(n.body, f)
	case *doStmt:
		walk(n.body, f)
		walk(n.c, f)
	case *forStmt:
		walk(n.init, f)
		walk(n.c, f)
		walk(n.post, f)
		walk(n.body, f)
	case *forInStmt:
		walk(n.v, f)
		arr(n.arr)
		walk(n.body, f)
	case *deleteStmt:
		arr(n.arr)
		exprs(n.subs)
	case *exitStmt:
		walk(n.e, f)
	case *returnStmt:
		walk(n.e, f)
	case *switchStmt:
		walk(n.e, f)
		for _, c := range n.cases {
			walk(c.value, f)
			stmts(c.body)
		}
	case *rule:
		walk(n.pattern, f)
		walk(n.pattern2, f)
		if n.body != nil {
			walk(n.body, f)
		}
	}
}

// arrayArgs are the arguments of builtins that are arrays.
var arrayArgs = map[string][]int{"split": {1, 3}, "patsplit": {1, 3}, "match": {2}, "asort": {0, 1}, "asorti": {0, 1}}

// arrayNames are the arrays that every program has.
var arrayNames = map[string]bool{"ENVIRON": true, "PROCINFO": true, "ARGV": true, "SYMTAB": true, "FUNCTAB": true}

// resolver finds which names are arrays.
type resolver struct {
	prog    *program
	globals map[string]bool // names of arrays
	scalars map[string]int  // where a global is used as a scalar
	usedAs  map[*function]map[string]bool
}

// resolve tells arrays from scalars, of globals and parameters, until nothing
// changes any more: a parameter is an array because of how it is used, of
// what it is passed on to, or of what is passed.
func resolve(prog *program) *resolver {
	r := &resolver{prog: prog, globals: maps.Clone(arrayNames),
		scalars: map[string]int{}, usedAs: map[*function]map[string]bool{}}
	for _, f := range prog.order {
		f.isArray = make([]bool, len(f.params))
		r.usedAs[f] = map[string]bool{}
	}
	for changed := true; changed; {
		changed = false
		visit := func(f *function, root any) {
			walk(root, func(n any) bool {
				if r.node(f, n) {
					changed = true
				}
				return true
			})
		}
		for _, f := range prog.order {
			visit(f, f.body)
		}
		for _, list := range [][]*block{prog.begin, prog.end, prog.beginFile, prog.endFile} {
			for _, b := range list {
				visit(nil, b)
			}
		}
		for _, ru := range prog.rules {
			visit(nil, ru)
		}
	}
	return r
}

func (r *resolver) isArray(f *function, name string) bool {
	if f != nil {
		if i, ok := f.local[name]; ok {
			return f.isArray[i]
		}
	}
	return r.globals[name]
}

// mark notes that a name is an array; it tells whether that is news.
func (r *resolver) mark(f *function, name string) bool {
	if f != nil {
		if i, ok := f.local[name]; ok {
			if f.isArray[i] {
				return false
			}
			f.isArray[i] = true
			return true
		}
	}
	if r.globals[name] {
		return false
	}
	r.globals[name] = true
	return true
}

func (r *resolver) node(f *function, n any) bool {
	switch n := n.(type) {
	case *arrRef:
		if n.of == nil {
			return r.mark(f, n.name)
		}
	case *builtin:
		changed := false
		for _, i := range arrayArgs[n.name] {
			if i < len(n.args) {
				if v, ok := n.args[i].(*varRef); ok && r.mark(f, v.name) {
					changed = true
				}
			}
		}
		return changed
	case *call:
		g := r.prog.funcs[n.name]
		if g == nil {
			return false
		}
		changed := false
		for i, a := range n.args {
			v, ok := a.(*varRef)
			if !ok || i >= len(g.params) {
				continue
			}
			if g.isArray[i] {
				if r.mark(f, v.name) {
					changed = true
				}
			} else if r.isArray(f, v.name) && !r.scalarUse(g, g.params[i]) {
				g.isArray[i] = true
				changed = true
			}
		}
		return changed
	}
	return false
}

// scalarUse tells whether a function uses its parameter as a scalar.
func (r *resolver) scalarUse(f *function, name string) bool {
	use, known := r.usedAs[f][name]
	if known {
		return use
	}
	walk(f.body, func(n any) bool {
		switch n := n.(type) {
		case *builtin:
			if n.name == "isarray" || n.name == "typeof" || n.name == "length" {
				if len(n.args) > 0 {
					if _, ok := n.args[0].(*varRef); ok {
						return false
					}
				}
			}
		case *call:
			for _, a := range n.args {
				if _, ok := a.(*varRef); !ok {
					walk(a, func(x any) bool {
						if v, ok := x.(*varRef); ok && v.name == name {
							use = true
						}
						return true
					})
				}
			}
			return false
		case *varRef:
			if n.name == name {
				use = true
			}
		}
		return true
	})
	r.usedAs[f][name] = use
	return use
}
