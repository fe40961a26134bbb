package clickhistory_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"linnet/internal/base/fault"
	"linnet/internal/core/click"
	"linnet/internal/core/clickhistory"
	"linnet/internal/core/visitor"
)

const (
	newYear = click.Day(20454) // 2026-01-01
	today   = newYear + 300
)

func TestParse_ReadsWhatStringWrites(t *testing.T) {
	var c clickhistory.Counter
	c.Add(clickhistory.Entry{Day: newYear + 1, Clicks: 7, Detailed: true, Details: clickhistory.Details{
		Country: "de", OS: "Chrome OS; & more", Browser: "Märchen", Device: visitor.Mobile, Referrer: "news.example",
	}})
	c.Add(clickhistory.Entry{Day: newYear, Clicks: 15})
	c.Add(clickhistory.Entry{Day: newYear + 1, Clicks: 2, Detailed: true})
	c.Add(clickhistory.Entry{Day: newYear, Clicks: 1})
	c.Add(clickhistory.Entry{Day: newYear + 1, Clicks: 3, Detailed: true, Details: clickhistory.Details{Country: "Germany", Device: "fridge"}})
	h := c.History()
	text := h.String()
	want := "2026-01-01 16; " +
		"2026-01-02 7 browser=M%C3%A4rchen&country=DE&device=mobile&os=Chrome+OS%3B+%26+more&referrer=news.example; " +
		"2026-01-02 5 referrer="
	if text != want || h.Clicks() != 28 {
		t.Errorf("%d clicks: %s\nwant 28: %s", h.Clicks(), text, want)
	}
	again, err := clickhistory.Parse(text, today)
	if diff := cmp.Diff(h, again); diff != "" || err != nil {
		t.Errorf("parsed: %v\n%s", err, diff)
	}
}

func TestParse_RejectsWhatIsNoHistory(t *testing.T) {
	for text, reason := range map[string]string{
		"15":                         "“15” is not a day and its clicks",
		"2026-01-02 15, 2026-01-03":  "is not a day and its clicks",
		"2026-02-30 1":               "is not a day and its clicks",
		"2026-01-02 -1":              "is not a day and its clicks",
		"2026-01-02 1000000001":      "is not a day and its clicks",
		"2026-01-02 1 color=red":     "is not a day and its clicks",
		"2026-01-02 1 a b":           "is not a day and its clicks",
		"1969-12-31 1":               "1969-12-31 is not a day between 1970 and today.",
		"2026-01-01 1; 2099-01-01 1": "2099-01-01 is not a day between 1970 and today.",
	} {
		_, err := clickhistory.Parse(text, today)
		if !fault.Is(err, fault.Invalid) || !strings.Contains(fault.Sentence(err), reason) {
			t.Errorf("%s: %v, want %q", text, err, reason)
		}
	}
}

func TestCounter_DropsDetailsOfTooManyEntries(t *testing.T) {
	var c clickhistory.Counter
	for i := range clickhistory.MaxEntries + 10 {
		c.Add(clickhistory.Entry{
			Day: newYear + click.Day(i%3), Clicks: 2, Detailed: true,
			Details: clickhistory.Details{Referrer: fmt.Sprintf("%d.example", i)},
		})
	}
	h := c.History()
	if len(h) != 3 || h.Clicks() != 2*(clickhistory.MaxEntries+10) || h[0].Detailed || h[0].Details != (clickhistory.Details{}) {
		t.Errorf("%d entries with %d clicks, the first: %+v", len(h), h.Clicks(), h[0])
	}
}

func TestCounter_BoundsTheText(t *testing.T) {
	var c clickhistory.Counter
	for i := range 3_000 {
		c.Add(clickhistory.Entry{Day: newYear, Clicks: 1, Detailed: true, Details: clickhistory.Details{
			Referrer: fmt.Sprintf("%d%s", i, strings.Repeat("ü", 40)), // escaped: 240 bytes
		}})
	}
	if h := c.History(); len(h) != 1 || h.Clicks() != 3_000 {
		t.Errorf("%d entries, %d bytes", len(h), len(h.String()))
	}
}

func FuzzParse(f *testing.F) {
	f.Add("2026-01-02 15; 2026-01-03 7 country=DE&device=mobile")
	f.Fuzz(func(t *testing.T, text string) {
		h, err := clickhistory.Parse(text, today)
		if err != nil {
			return
		}
		again, err := clickhistory.Parse(h.String(), today)
		if err != nil && h.Clicks() <= clickhistory.MaxClicks {
			t.Fatalf("%q became %q: %v", text, h, err)
		}
		if diff := cmp.Diff(h, again); err == nil && diff != "" {
			t.Errorf("%q became %q:\n%s", text, h, diff)
		}
	})
}
