package awk

// random is gawk's generator, so that a seed gives the numbers that it gives
// there: the additive feedback of 4.3BSD's random() over x^63 + x + 1, its
// output shuffled through a table (Bays and Durham).
type random struct {
	state       [63]uint32
	front, rear int
	table       [512]uint32
	last        uint32
}

func (r *random) seed(n uint32) {
	x := int32(n)
	for i := range r.state {
		r.state[i] = uint32(x)
		if x == 0 {
			x = 123459876
		}
		// x = 16807 * x mod 2^31-1, by Schrage's method.
		if x = 16807*(x%127773) - 2836*(x/127773); x < 0 {
			x += 0x7fffffff
		}
	}
	r.front, r.rear = 1, 0
	for i := range r.table {
		r.table[i] = r.next()
	}
	r.last = r.next()
	for range 10 * len(r.state) {
		r.shuffled()
	}
}

// next is the next number of 31 bits.
func (r *random) next() uint32 {
	r.state[r.front] += r.state[r.rear]
	n := r.state[r.front] >> 1
	r.front = (r.front + 1) % len(r.state)
	r.rear = (r.rear + 1) % len(r.state)
	return n
}

func (r *random) shuffled() uint32 {
	n := r.next()
	k := r.last % uint32(len(r.table))
	r.last, r.table[k] = r.table[k], n
	return r.last
}

// float is a number from 0 to 1, 1 excluded.
func (r *random) float() float64 {
	for {
		low := float64(r.shuffled())
		high := float64(r.shuffled())
		if x := 0.5 + (low/(1<<31)+high)/(1<<31) - 0.5; x != 1 {
			return x
		}
	}
}
