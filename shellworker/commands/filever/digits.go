package filever

// CompareDigits compares names as glibc's strverscmp: like strcmp, but
// sequences of digits by their numbers, and those that begin with 0 as what
// stands behind a decimal point: 000 < 00 < 01 < 010 < 09 < 0 < 1 < 9 < 10.
func CompareDigits(a, b string) int {
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	at := func(s string, i int) byte {
		if i < len(s) {
			return s[i]
		}
		return 0
	}
	ca, cb := at(a, i), at(b, i)
	bytes := int(ca) - int(cb)
	start, zeros := i, true
	for start > 0 && digit(a[start-1]) {
		start--
		zeros = zeros && a[start] == '0'
	}
	// one is what the comparison is if only one of them goes on with a digit,
	// and it is a.
	one := func(r int) int {
		if digit(ca) {
			return r
		}
		return -r
	}
	switch {
	case start < i && a[start] == '0':
		if zeros && digit(ca) != digit(cb) {
			return one(-1)
		}
		return bytes
	case digit(ca) != digit(cb):
		if start < i {
			return one(1)
		}
		return bytes
	case !digit(ca) || start == i && (ca == '0' || cb == '0'):
		return bytes
	}
	la, lb := i, i
	for digit(at(a, la)) {
		la++
	}
	for digit(at(b, lb)) {
		lb++
	}
	if la != lb {
		return la - lb
	}
	return bytes
}
