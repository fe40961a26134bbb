package analyticstest

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"linnet/internal/base/ident"
	"linnet/internal/core/analytics"
	"linnet/internal/core/click"
	"linnet/internal/core/visitor"
)

const dayMillis = 86_400_000

// World generates random clicks and queries. It has few distinct values, so that
// clicks often share them, and covers both clock changes of a European year.
type World struct {
	rng        *rand.Rand
	Start, End time.Time
}

// NewWorld returns a World; the same seed generates the same values.
func NewWorld(seed uint64) *World {
	return &World{
		rng:   rand.New(rand.NewPCG(seed, 7)),
		Start: time.Date(2026, 10, 3, 5, 0, 0, 0, time.UTC),
		End:   time.Date(2027, 4, 2, 17, 0, 0, 0, time.UTC),
	}
}

// Workspaces returns the numbers of the workspaces of the clicks. The second has
// the highest bit set.
func Workspaces() []uint64 { return []uint64{1, 1<<63 + 12345} }

func pick[T any](w *World, from ...T) T { return from[w.rng.IntN(len(from))] }

// link returns a link of a workspace, or 0. Workspaces share no links.
func (w *World) link(workspace uint64) uint64 {
	if w.rng.IntN(10) == 0 {
		return 0
	}
	return workspace ^ pick[uint64](w, 10, 10, 10, 20, 30, 1<<62)
}

// Click returns a random click.
func (w *World) Click() click.Click {
	workspace := pick(w, Workspaces()...)
	// Few days, including clock changes and ends of months.
	day := pick(w, 0, 0, 1, 2, 21, 22, 23, 27, 28, 29, 30, 59, 60, 89, 90, 120, 175, 176, 176, 177, 180)
	at := w.Start.AddDate(0, 0, day).Truncate(24 * time.Hour)
	if w.rng.IntN(3) == 0 { // around midnight of UTC
		at = at.Add(time.Duration(w.rng.IntN(5)-2) * time.Millisecond)
	} else {
		at = at.Add(time.Duration(w.rng.IntN(dayMillis)) * time.Millisecond)
	}
	place := pick(w,
		visitor.Place{}, visitor.Place{Country: "DE", Region: "DE-BE", City: "Berlin", Continent: "EU"},
		visitor.Place{Country: "DE", Region: "DE-BY", City: "München", Continent: "EU"}, visitor.Place{Country: "AT", Continent: "EU"},
		visitor.Place{Country: "US", Region: "US-CA", Continent: "NA"})
	c := click.Click{
		ID:          w.rng.Uint64() | pick[uint64](w, 1<<62, 1<<63), // engines take no time from it
		At:          at,
		WorkspaceID: workspace,
		DomainID:    pick[uint64](w, 4, 5),
		LinkID:      w.link(workspace),
		RuleID:      pick[uint64](w, 0, 0, 6),
		Outcome:     visitor.Redirected,
		Trigger:     pick(w, click.TriggerLink, click.TriggerLink, click.TriggerQR, click.TriggerBio),
		Alias:       pick(w, "launch", "früh", "🐦"),
		URL:         pick(w, "", "https://example.com/", "https://example.com/?a='b'"),
		Variant:     pick(w, "", "", "https://example.com/a", "https://example.com/b"),
		QRCodeID:    pick[uint64](w, 0, 0, 7, 8),
		Place:       place,
		Language:    pick(w, "", "de", "de-AT", "en"),
		OS:          pick(w, "", "iOS", "Windows"),
		Browser:     pick(w, "", "Chrome", "Safari"),
		InApp:       pick(w, "", "", "Instagram"),
		Device:      pick(w, "", visitor.Desktop, visitor.Mobile),
		Referrer:    pick(w, "", "example.org"),
		ReferrerURL: pick(w, "", "https://example.org/a,b"),
		UTM: click.UTM{
			Source:   pick(w, "", "news", "News"),
			Medium:   pick(w, "", "mail"),
			Campaign: pick(w, "", "spring"),
			Term:     pick(w, "", "x"),
			Content:  pick(w, "", "-y"),
		},
		NonAgentBotReason: pick(w, "", "", "", "", visitor.BotHead, visitor.BotAddress),
		Agent:             pick(w, "", "", "a browser", "another", "it's a crawler", "a preview"),
	}
	switch {
	case c.LinkID != 0 && w.rng.IntN(3) == 0:
		c.Outcome = pick(w, visitor.Locked, visitor.Locked, visitor.FellBack, visitor.Expired, visitor.Blocked, visitor.Previewed)
	case c.LinkID == 0:
		c.Outcome = visitor.Orphan
	}
	switch {
	case c.LinkID == 0 && w.rng.IntN(3) > 0:
		c.Outcome, c.PageID = visitor.Viewed, pick[uint64](w, 70, 71)
		if w.rng.IntN(2) == 0 {
			c.Outcome, c.BlockID = visitor.Opened, pick[uint64](w, 80, 1<<63+81)
		}
	case c.LinkID != 0 && c.Trigger == click.TriggerBio:
		c.PageID, c.BlockID = pick[uint64](w, 0, 70, 71), pick[uint64](w, 0, 80, 1<<63+81)
	}
	c.Bot = click.Classify(Verdict(c.Agent), c.NonAgentBotReason)
	if w.rng.IntN(10) == 0 {
		c.ID, c.At, c.Agent = c.ID|click.FirstAggregateID, at.Truncate(click.AggregateHour), ""
	} else if w.rng.IntN(10) > 0 {
		c.Visitor = numberOfDay(w.rng.IntN(9), workspace, click.DayOf(at))
	}
	return c
}

// Verdict returns the bot reason of a user agent when its click arrives.
func Verdict(agent string) visitor.BotReason {
	switch agent {
	case "it's a crawler":
		return visitor.BotAgent
	case "a preview":
		return visitor.BotPreview
	default:
		return ""
	}
}

// Hindsight returns the bot reasons of user agents known later: one more is a bot,
// one is not.
func Hindsight(agent string) visitor.BotReason {
	switch agent {
	case "another":
		return visitor.BotAgent
	case "a preview":
		return ""
	default:
		return Verdict(agent)
	}
}

// numberOfDay returns a visitor's number, which changes every day.
func numberOfDay(person int, workspace uint64, day click.Day) uint64 {
	h := fnv.New64a()
	fmt.Fprint(h, person, " ", workspace, " ", day)
	return max(h.Sum64(), 1)
}

// Clicks returns n random clicks.
func (w *World) Clicks(n int) []click.Click {
	all := make([]click.Click, n)
	for i := range all {
		all[i] = w.Click()
	}
	return all
}

// zone returns a zone without clock changes, with an offset of half an hour, with
// a clock change of half an hour, within an hour or at midnight.
func (w *World) zone() *time.Location {
	name := pick(w, "UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "Pacific/Chatham", "America/Santiago")
	loc, err := time.LoadLocation(name)
	if err != nil {
		panic(err)
	}
	return loc
}

// Query returns a random query.
func (w *World) Query() analytics.Query {
	span := w.End.Sub(w.Start) + 48*time.Hour
	start := w.Start.Add(time.Duration(w.rng.Int64N(int64(span))) - 24*time.Hour)
	length := time.Duration(w.rng.Int64N(int64(pick(w, 3*time.Hour, 5*24*time.Hour, 40*24*time.Hour, span)))) + time.Millisecond
	if w.rng.IntN(2) == 0 { // whole days of UTC
		start, length = start.Truncate(24*time.Hour), length.Truncate(24*time.Hour)+24*time.Hour
	}
	q := analytics.Query{
		WorkspaceID: pick(w, Workspaces()...),
		Start:       start,
		End:         start.Add(length),
		Location:    w.zone(),
		Traffic:     pick(w, analytics.Human, analytics.Human, analytics.Bot, analytics.All),
		Count:       w.rng.IntN(5) > 0,
		Heatmap:     w.rng.IntN(2) == 0,
	}
	q.AnyOutcome, q.Single = w.rng.IntN(4) == 0, w.rng.IntN(3) == 0
	switch w.rng.IntN(10) {
	case 0:
		q.Subject = analytics.OrphanVisits
	case 1, 2:
		q.Subject = analytics.PageViews
	case 3, 4:
		q.Subject = analytics.BlockClicks
	}
	if w.rng.IntN(4) > 0 {
		q.Series = series(q, pick(w, analytics.Minute, analytics.Hour, analytics.Day, analytics.ISOWeek, analytics.Month))
	}
	for range pick(w, 0, 0, 1, 2, 3) {
		q.Filters = append(q.Filters, w.filter(q.WorkspaceID))
	}
	if w.rng.IntN(4) == 0 {
		q.Filters = append(q.Filters, w.linkSet(q.WorkspaceID))
	}
	all := analytics.Dimensions()
	w.rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	for _, d := range all[:w.rng.IntN(len(all)+1)] {
		l := analytics.List{Dimension: d, Limit: pick(w, 1, 2, 100)}
		if d == analytics.Tag || d == analytics.Folder {
			l.Members = []analytics.Member{
				{Link: q.WorkspaceID ^ 10, Of: 100}, {Link: q.WorkspaceID ^ 10, Of: 200}, {Link: q.WorkspaceID ^ 20, Of: 1<<63 + 1},
			}
		}
		q.Lists = append(q.Lists, l)
	}
	return q
}

// series returns the series of a query: by the hour, not the minute, over more than
// three days, which has at most twice as many points as a request may have.
func series(q analytics.Query, g analytics.Granularity) *analytics.Series {
	if g == analytics.Minute && q.End.Sub(q.Start) > 3*24*time.Hour {
		g = analytics.Hour
	}
	return &analytics.Series{Granularity: g, Starts: g.Starts(q.Start, q.End, q.Location, 1<<20)}
}

// until returns the query with another end.
func until(q analytics.Query, end time.Time) analytics.Query {
	q.End = end
	if q.Series != nil {
		q.Series = series(q, q.Series.Granularity)
	}
	return q
}

// filter returns a filter on values of clicks, sometimes also on a value that no
// click has, or on none.
func (w *World) filter(workspace uint64) analytics.Filter {
	var d analytics.Dimension
	for d == "" || d == analytics.Tag || d == analytics.Folder { // the service resolves those two
		d = pick(w, append(analytics.Dimensions(), analytics.LocalWeekday, analytics.LocalHour)...)
	}
	return w.filterBy(d, workspace)
}

// linkSet returns a filter on up to three links of a workspace, as the service makes
// them for tags and folders.
func (w *World) linkSet(workspace uint64) analytics.Filter {
	set := &analytics.LinkSet{By: pick(w, analytics.Tag, analytics.Folder)}
	for range w.rng.IntN(4) {
		set.Links = append(set.Links, workspace^pick[uint64](w, 10, 20, 30, 40, 1<<62))
	}
	slices.Sort(set.Links)
	set.Links = slices.Compact(set.Links)
	return analytics.Filter{Dimension: analytics.Link, Negated: w.rng.IntN(2) == 0, Links: set}
}

func (w *World) filterBy(d analytics.Dimension, workspace uint64) analytics.Filter {
	f := analytics.Filter{Dimension: d, Negated: w.rng.IntN(3) == 0}
	for range pick(w, 1, 1, 2, 3) {
		c := w.Click()
		c.LinkID = w.link(workspace)
		value := analytics.ValueOf(d, &c)
		switch {
		case d == analytics.LocalWeekday:
			value = strconv.Itoa(1 + w.rng.IntN(7))
		case d == analytics.LocalHour:
			value = strconv.Itoa(w.rng.IntN(24))
		case d.IDPrefix() != "":
			value = ident.Text(d.IDPrefix(), analytics.NumberOf(d, &c))
		case d.Folded():
			value = strings.ToLower(value)
		}
		f.Values = append(f.Values, value)
	}
	switch w.rng.IntN(12) {
	case 0:
		f.Values = nil
	case 1:
		f.Values = append(f.Values, "no such thing")
	}
	return f
}
