// Package clickhistory describes the clicks that another shortener counted before its links
// were imported. They are a series of their own: other software decided what a click is, and
// the number of visitors is unknown.
package clickhistory

import (
	"cmp"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"linnet/internal/base/excerpt"
	"linnet/internal/base/fault"
	"linnet/internal/core/click"
	"linnet/internal/core/visitor"
)

// Bounds of a history.
const (
	MaxEntries  = 5_000     // with details; see Counter
	maxText     = 512 << 10 // bytes of the text of a history with details
	MaxClicks   = 1e9       // of an entry that is parsed
	maxDays     = 25_000
	maxDetail   = 100 // bytes
	countryCode = 2
)

// Entry is the clicks of a day that are alike.
type Entry struct {
	Day    click.Day // as the other shortener counted it
	Clicks int64
	// Detailed is whether the other shortener described the clicks. Details that are empty
	// are then those of clicks without them, such as without a referrer, else unknown.
	Detailed bool
	Details
}

// Details are the properties of clicks that shorteners tell, spelled as clicks on links of
// Linnet have them.
type Details struct {
	Country  string // ISO 3166-1 alpha-2
	OS       string
	Browser  string
	Device   visitor.Device
	Referrer string // host or app
}

// History is the clicks on one link, at most one entry for each day and details.
type History []Entry

// Clicks returns the sum of the clicks.
func (h History) Clicks() (sum int64) {
	for _, e := range h {
		sum += e.Clicks
	}
	return sum
}

// key is what the clicks of an entry have in common.
type key struct {
	day      click.Day
	detailed bool
	Details
}

// Counter makes a history of clicks in any order. A history with more than MaxEntries, or with
// a text of more than 512 KiB, has the sums of days, without details. The zero value is ready
// to use.
type Counter struct {
	clicks map[key]int64
	text   int // bytes
	coarse bool
}

// Add adds an entry. It corrects details that clicks cannot have.
func (c *Counter) Add(e Entry) {
	if c.clicks == nil {
		c.clicks = map[key]int64{}
	}
	e.Details = e.clean()
	k := key{e.Day, e.Detailed, e.Details}
	if c.coarse {
		k = key{day: e.Day}
	}
	if _, known := c.clicks[k]; !known && !c.coarse {
		c.text += len("2026-01-02 1000000000 ; ") + len(e.details())
	}
	c.clicks[k] += e.Clicks
	if c.coarse || len(c.clicks) <= MaxEntries && c.text <= maxText {
		return
	}
	c.coarse = true
	sums := map[key]int64{}
	for k, n := range c.clicks {
		sums[key{day: k.day}] += n
	}
	c.clicks = sums
}

// History returns what was added, sorted by day.
func (c *Counter) History() History {
	h := make(History, 0, len(c.clicks))
	for k, n := range c.clicks {
		h = append(h, Entry{k.day, n, k.detailed, k.Details})
	}
	slices.SortFunc(h, func(a, b Entry) int {
		return cmp.Or(cmp.Compare(a.Day, b.Day), strings.Compare(a.details(), b.details()))
	})
	return h
}

// clean returns the details that clicks can have.
func (d Details) clean() Details {
	if d.Country = strings.ToUpper(d.Country); len(d.Country) != countryCode {
		d.Country = ""
	}
	if !slices.Contains([]visitor.Device{visitor.Desktop, visitor.Mobile, visitor.Tablet}, d.Device) {
		d.Device = ""
	}
	for _, text := range []*string{&d.OS, &d.Browser, &d.Referrer} {
		if *text = click.Label(*text); len(*text) > maxDetail {
			*text = strings.ToValidUTF8((*text)[:maxDetail], "")
		}
	}
	return d
}

// String returns the history as text: "2026-01-02 15; 2026-01-03 7 country=DE&device=mobile".
// What follows a number are the details, as a query (application/x-www-form-urlencoded).
func (h History) String() string {
	entries := make([]string, len(h))
	for i, e := range h {
		entries[i] = e.Day.String() + " " + strconv.FormatInt(e.Clicks, 10)
		if e.Detailed {
			entries[i] += " " + e.details()
		}
	}
	return strings.Join(entries, "; ")
}

// fields returns where the details are, by their names in texts.
func (d *Details) fields() map[string]*string {
	return map[string]*string{
		"country": &d.Country, "os": &d.OS, "browser": &d.Browser, "device": (*string)(&d.Device), "referrer": &d.Referrer,
	}
}

// details returns the details as text, which is never empty if there are any.
func (e *Entry) details() string {
	values := url.Values{}
	for name, text := range e.fields() {
		if *text != "" {
			values.Set(name, *text)
		}
	}
	return cmp.Or(values.Encode(), "referrer=")
}

// Parse reads what History.String returns. The error is a fault.Invalid with the entry that
// cannot be read. Entries that are alike are added.
func Parse(text string, today click.Day) (History, error) {
	var c Counter
	for part := range strings.SplitSeq(text, ";") {
		if part = strings.TrimSpace(part); part == "" {
			continue
		}
		e, err := parseEntry(part, today)
		if err != nil {
			return nil, err
		}
		c.Add(e)
		if len(c.clicks) > maxDays {
			return nil, fault.New(fault.Invalid, "A history has at most 25,000 days.")
		}
	}
	return c.History(), nil
}

func parseEntry(text string, today click.Day) (Entry, error) {
	parts := strings.Fields(text)
	if len(parts) < 2 || len(parts) > 3 {
		return Entry{}, errEntry(text)
	}
	day, err := time.Parse(time.DateOnly, parts[0])
	if err != nil {
		return Entry{}, errEntry(text)
	}
	e := Entry{Day: click.DayOf(day)}
	if e.Day <= 0 || e.Day > today {
		return Entry{}, fault.New(fault.Invalid, fmt.Sprintf("%s is not a day between 1970 and today.", parts[0]))
	}
	e.Clicks, err = strconv.ParseInt(parts[1], 10, 64)
	if err != nil || e.Clicks < 0 || e.Clicks > MaxClicks {
		return Entry{}, errEntry(text)
	}
	if len(parts) == 2 {
		return e, nil
	}
	values, err := url.ParseQuery(parts[2])
	if err != nil {
		return Entry{}, errEntry(text)
	}
	fields := e.fields()
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if fields[name] == nil {
			return Entry{}, errEntry(text)
		}
		*fields[name] = values.Get(name)
	}
	e.Detailed = true
	return e, nil
}

// maxQuoted bounds an entry in a message, in bytes.
const maxQuoted = 60

func errEntry(text string) error {
	return fault.New(fault.Invalid, fmt.Sprintf("“%s” is not a day and its clicks, such as 2026-01-02 15.", excerpt.Of(text, maxQuoted)))
}
