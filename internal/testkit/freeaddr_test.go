package testkit

import "testing"

func TestBlocks_GiveEachAddressOnce(t *testing.T) {
	t.Parallel()
	var one, other blocks
	given := map[string]bool{}
	for range 3 * blockSize / 2 { // more than a block has
		for _, b := range []*blocks{&one, &other} {
			addr, err := b.addr()
			if err != nil {
				t.Fatal(err)
			}
			if given[addr] {
				t.Fatalf("%s was given twice", addr)
			}
			given[addr] = true
		}
	}
	if len(one.locks) != 2 || len(other.locks) != 2 {
		t.Errorf("%d and %d blocks are locked; want 2 each", len(one.locks), len(other.locks))
	}
	for _, l := range append(one.locks, other.locks...) {
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	}
}
