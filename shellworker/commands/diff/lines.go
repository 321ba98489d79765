package diff

import "context"

// Changed compares two texts by their lines' keys and marks the lines that
// the other one lacks. Each slice has one false more at its end.
func Changed(ctx context.Context, a, b []string) (inA, inB []bool) {
	numbers := map[string]int{}
	number := func(lines []string) []int {
		out := make([]int, len(lines))
		for i, l := range lines {
			n, ok := numbers[l]
			if !ok {
				n = len(numbers)
				numbers[l] = n
			}
			out[i] = n
		}
		return out
	}
	x, y := number(a), number(b)
	s := compare(ctx, x, y, max(len(x), len(y)), false)
	return s.changed[0], s.changed[1]
}
