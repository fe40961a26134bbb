//go:build !race

// The race detector makes sync.Pool forget buffers at random.

package click

import (
	"context"
	"testing"

	"linnet/internal/base/clock"
)

func TestRecorder_DoesNotAllocate(t *testing.T) {
	salts := NewSalts(&memSalts{}, clock.NewManual(noon))
	if err := salts.Prepare(context.Background()); err != nil {
		t.Fatal(err)
	}
	r := NewRecorder(discard{}, salts)
	hit := fullHit()
	if n := testing.AllocsPerRun(1000, func() {
		hit.ID = 0
		if err := r.Record(&hit, nil); err != nil {
			t.Error(err)
		}
	}); n != 0 {
		t.Fatalf("%v allocations a hit", n)
	}
	if s := r.Stats(); s.Recorded != 1001 || s.Anonymous != 0 {
		t.Fatalf("got %+v", s)
	}
}
