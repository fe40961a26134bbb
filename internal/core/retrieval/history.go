package retrieval

import (
	"context"
	"fmt"
	"strings"

	"linnet/internal/base/fault"
	"linnet/internal/core/click"
	"linnet/internal/core/clickhistory"
	"linnet/internal/core/job"
	"linnet/internal/core/transfer"
	"linnet/internal/core/visitor"
)

// historyStep is the number of links whose histories are stored at once. A shortener that allows
// few calls stops a step earlier.
const historyStep = 25

// visited is the part of a history that was read when the shortener allowed no more calls.
type visited struct {
	ID      string `json:"id"`      // of the link
	Cursor  string `json:"cursor"`  // of its next visits
	History string `json:"history"` // of those before
}

// histories returns the next links of the page with their histories, at most historyStep, and
// why it stopped before; nil: it did not.
func (run *retrieving) histories(ctx context.Context) ([]Link, error) {
	links := run.page.Links
	for i := range links[:min(len(links), historyStep)] {
		if err := run.addHistory(ctx, links[i]); err != nil {
			return links[:i], err
		}
	}
	return links[:min(len(links), historyStep)], nil
}

// addHistory adds the cell of the click history to a link. With an error, mark.Visited has what
// was read.
func (run *retrieving) addHistory(ctx context.Context, l Link) error {
	counter, cursor, err := run.visitedOf(l)
	if err != nil {
		return err
	}
	for begun := cursor; ; {
		next, err := run.count(ctx, l, cursor, &counter)
		if err != nil {
			if cursor != begun {
				run.mark.Visited = &visited{l.ID, cursor, counter.History().String()}
			}
			return err
		}
		if next == "" {
			break
		}
		cursor = next
	}
	run.mark.Visited = nil
	if text := counter.History().String(); text != "" {
		l.Cells[transfer.ClickHistory] = text
	}
	return nil
}

// count counts the visits of a link behind a cursor, and returns the cursor behind them.
func (run *retrieving) count(ctx context.Context, l Link, cursor string, counter *clickhistory.Counter) (next string, err error) {
	if cursor != "" && job.SliceOver(ctx) {
		return "", job.ErrYield
	}
	page, err := run.source.Visits(ctx, l, cursor)
	if err != nil {
		return "", err
	}
	if page.Next != "" && page.Next == cursor {
		return "", run.endless("visits")
	}
	for _, v := range page.Visits {
		if entry, ok := run.entry(v); ok {
			counter.Add(entry)
		}
	}
	return page.Next, nil
}

// visitedOf returns the visits of a link that were read before, and the cursor of the next ones.
func (run *retrieving) visitedOf(l Link) (counter clickhistory.Counter, cursor string, err error) {
	before := run.mark.Visited
	if before == nil || before.ID != l.ID {
		return counter, "", nil
	}
	history, err := clickhistory.Parse(before.History, run.lastDay())
	if err != nil {
		return counter, "", fmt.Errorf("read the checkpoint of a click history: %w", err)
	}
	for _, e := range history {
		counter.Add(e)
	}
	return counter, before.Cursor, nil
}

// lastDay returns the last day that visits can have: the shortener may be east of UTC.
func (s *Service) lastDay() click.Day { return click.DayOf(s.Clock.Now()) + 1 }

// entry returns the entry of visits. It is false for bots, and for days that cannot be.
func (s *Service) entry(v Visits) (clickhistory.Entry, bool) {
	e := clickhistory.Entry{Day: click.DayOf(v.At), Clicks: v.Clicks, Detailed: v.Detailed, Details: v.Details}
	if v.Bot || e.Clicks <= 0 || e.Day <= 0 || e.Day > s.lastDay() {
		return e, false
	}
	if e.Referrer != "" && !strings.Contains(e.Referrer, "://") {
		e.Referrer = "https://" + e.Referrer
	}
	e.Referrer = visitor.ParseReferrer(e.Referrer).Service()
	if v.Agent == "" {
		return e, true
	}
	agent := s.Agents.Parse(v.Agent)
	e.OS, e.Browser, e.Device = agent.OS, agent.Browser, agent.Device
	return e, agent.Bot == ""
}

// errHistory returns the fault of a shortener that does not tell the history of its links.
func (s Shortener) errHistory() error {
	sentence := s.Name() + " tells only how many clicks a link has, which is imported in any case. Leave the click history out."
	return fault.New(fault.Invalid, sentence).At("history")
}
