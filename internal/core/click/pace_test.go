package click

import (
	"testing"
	"time"
)

func TestThePipelineRestsOnlyInARush(t *testing.T) {
	t.Parallel()
	const took = 100 * time.Millisecond
	cases := map[string]struct {
		took           time.Duration
		grown, waiting uint64
		want           time.Duration
	}{
		"nobody comes, a backlog is worked off": {took, 0, 64 << 20, 0},
		"a few visitors":                        {took, 64 << 10, 64 << 20, 0},
		"a rush":                                {took, 700 << 10, 1 << 20, 1900 * time.Millisecond},
		"a rush that lasts":                     {took, 700 << 10, maxBacklog + 1, 0},
		"a rush on a slow disk":                 {time.Second, 7 << 20, 1 << 20, maxRest},
		"a clock that stands still":             {0, 1 << 20, 1 << 20, 0},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := restAfter(c.took, c.grown, c.waiting); got != c.want {
				t.Errorf("rests for %v, want %v", got, c.want)
			}
		})
	}
}
