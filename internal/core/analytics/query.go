package analytics

import (
	"time"

	"linnet/internal/core/click"
)

// Traffic chooses the classes of clicks that are counted.
type Traffic string

// The classes (spec: product §6). Human is the default.
const (
	Human Traffic = "human"
	Bot   Traffic = "bot"
	All   Traffic = "all"
)

// Takes reports whether a click is of the class.
func (t Traffic) Takes(c *click.Click) bool {
	switch t {
	case Human:
		return c.Bot == ""
	case Bot:
		return c.Bot != ""
	default:
		return true
	}
}

// Filter keeps the clicks whose value in a dimension is one of several, or,
// negated, is none of them. A click without a value has "".
type Filter struct {
	Dimension Dimension `json:"dimension"`
	Values    []string  `json:"values"` // for links, domains, rules, tags and folders: ids; see also LocalWeekday
	Negated   bool      `json:"negated,omitempty"`
}

// Query is a question as an engine gets it: checked, with every name resolved.
type Query struct {
	WorkspaceID uint64
	Start, End  time.Time // End is out
	Location    *time.Location
	Traffic     Traffic
	Filters     []Filter // all hold; none is of tags or folders
	Orphans     bool     // count the visits to no link instead

	Count   bool
	Heatmap bool
	Series  *Series
	Lists   []List
}

// Series asks for a point for each bucket.
type Series struct {
	Granularity Granularity
	Starts      []time.Time // of the buckets, ascending; the first may lie before Query.Start
}

// List asks for the keys of a dimension with the most clicks; ties in the
// order of keys.
type List struct {
	Dimension Dimension
	Limit     int
	// Members are the tags or folders of links. A link in none counts for "".
	Members []Member
}

// Member says that a link carries a tag, or lies in a folder.
type Member struct{ Link, Of uint64 }

// Result is what an engine found. Parts that were not asked for are empty.
type Result struct {
	Count   Count
	Points  []Point // one for each of Series.Starts
	Heatmap Week
	Lists   map[Dimension][]Row
}

// Count is how many clicks, by how many visitors.
//
// Uniques are distinct visitors per day of UTC, over several days the sum of
// the days; visitors that are unknown are in none (click.Click.Visitor). That
// holds in every scope: in a bucket, in a row and under any filter.
type Count struct {
	Clicks  int64
	Uniques int64
	Bots    int64 // clicks of bots in the period, whatever Traffic says
}

// Point is one bucket of a time series.
type Point struct {
	Start   time.Time
	Clicks  int64
	Uniques int64
}

// Week holds clicks by weekday (0 is Monday) and hour.
type Week [7][24]int64

// Row is one key of a dimension.
type Row struct {
	Key     string
	Label   string
	Clicks  int64
	Uniques int64
	// Converted is not the engine's to fill in.
	Converted Converted
}

// LinkCount is what is shown beside a link: clicks of humans, and the last.
type LinkCount struct {
	Clicks        int64
	LastClickedAt time.Time // zero: never
}
