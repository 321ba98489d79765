package filever

import "testing"

func TestCompareDigits(t *testing.T) {
	order := []string{"000", "00", "01", "010", "09", "0", "1", "9", "10", "a", "a01", "a0", "a1", "a1b", "a2", "a10", "b"}
	for i, a := range order {
		for j, b := range order {
			got := CompareDigits(a, b)
			if got < 0 != (i < j) || got > 0 != (i > j) {
				t.Errorf("%q and %q: %d", a, b, got)
			}
		}
	}
}
