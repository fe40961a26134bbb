package click

import (
	"testing"
	"time"
)

func TestPace_DelaysOnlyWhileTheJournalGrowsQuickly(t *testing.T) {
	t.Parallel()
	const second, mib = 1000, 1 << 20
	type check struct {
		after           int // ms since the previous check
		growth, backlog uint64
		delays          bool
	}
	for name, checks := range map[string][]check{
		"no visits, a backlog is stored": {{second, 0, 64 * mib, false}, {100, 0, 63 * mib, false}},
		"5,000 visits a second":          {{250, 300 << 10, 300 << 10, false}, {250, 300 << 10, 300 << 10, false}},
		"rapid growth": {
			{250, 2 * mib, 2 * mib, true}, {250, 2 * mib, 4 * mib, true}, {4 * second, 32 * mib, 36 * mib, true},
			{500, 4 * mib, 40 * mib, false}, // 5 s after the batch before it
			{250, 2 * mib, 41 * mib, true},
		},
		"the end of a rush":            {{250, 2 * mib, 2 * mib, true}, {250, 0, 2 * mib, false}, {100, 0, mib, false}},
		"a rush that fills the disk":   {{250, 2 * mib, maxBacklog, true}, {250, 2 * mib, maxBacklog + 1, false}, {250, 2 * mib, maxBacklog + 1, false}},
		"a clock that stands still":    {{0, mib, mib, false}, {0, mib, mib, false}},
		"a clock that was put back":    {{-second, mib, mib, false}},
		"as many visits as just below": {{second, 2 * mib, 2 * mib, false}, {second, 2*mib + 1, 2 * mib, true}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			now, end := time.Unix(1_800_000_000, 0), uint64(7*mib)
			p := newPace(2)
			if p.delays(now, end, end) {
				t.Fatal("delays at the first check")
			}
			for i, l := range checks {
				now, end = now.Add(time.Duration(l.after)*time.Millisecond), end+l.growth
				if got := p.delays(now, end, l.backlog); got != l.delays {
					t.Errorf("check %d: delays %v, want %v", i+1, got, l.delays)
				}
			}
		})
	}
}
