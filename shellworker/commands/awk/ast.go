package awk

// expr is an expression; the types below are its kinds.
type expr interface{}

type (
	numLit   struct{ v float64 }
	strLit   struct{ s string }
	regexLit struct {
		s     string
		typed bool
	}
	field  struct{ e expr }
	varRef struct {
		name string
		pos  int
	}
	index struct {
		arr  *arrRef
		subs []expr
	}
	// arrRef is an array: a name, or an element of another one.
	arrRef struct {
		name string
		of   *arrRef
		subs []expr
		pos  int
	}
	unary struct {
		op string
		e  expr
	}
	binary struct {
		op   string
		l, r expr
	}
	concat struct{ parts []expr }
	match  struct {
		not  bool
		l, r expr
	}
	inExpr struct {
		subs []expr
		arr  *arrRef
	}
	cond   struct{ c, a, b expr }
	assign struct {
		op   string
		l, r expr
	}
	incdec struct {
		add  float64
		post bool
		l    expr
	}
	getline struct {
		l    expr // may be nil
		src  expr // file or command, may be nil
		kind byte // 0, '<', '|', '&'
	}
	call struct {
		name     string
		indirect expr
		args     []expr
		pos      int
		line     int
	}
	builtin struct {
		name string
		args []expr
		pos  int
		line int
	}
	group struct{ e expr } // in parentheses
)

type stmt interface{}

type (
	block     struct{ list []stmt }
	exprStmt  struct{ e expr }
	printStmt struct {
		format bool
		args   []expr
		kind   string // "", ">", ">>", "|", "|&"
		dest   expr
		line   int
	}
	ifStmt struct {
		c    expr
		a, b stmt
	}
	whileStmt struct {
		c    expr
		body stmt
		line int
	}
	doStmt struct {
		c    expr
		body stmt
		line int
	}
	forStmt struct {
		init stmt
		c    expr
		post stmt
		body stmt
		line int
	}
	forInStmt struct {
		v    expr
		arr  *arrRef
		body stmt
		line int
	}
	deleteStmt struct {
		arr  *arrRef
		subs []expr
	}
	simpleStmt struct{ name string } // next nextfile break continue
	exitStmt   struct{ e expr }
	returnStmt struct{ e expr }
	switchStmt struct {
		e     expr
		cases []switchCase
	}
)

type switchCase struct {
	value expr // nil: default
	body  []stmt
}

type rule struct {
	pattern  expr   // nil: every record
	pattern2 expr   // of a range
	body     *block // nil: print
	line     int
}

type function struct {
	name   string
	params []string
	body   *block
	line   int

	index   int
	isArray []bool         // of params
	local   map[string]int // params
	code    code
	scalars int // slots of a frame
	arrays  int
	slot    []int // of params, in their own table
}

type program struct {
	begin, end, beginFile, endFile []*block
	rules                          []*rule
	funcs                          map[string]*function
	order                          []*function
}
