package analytics

import (
	"time"

	"linnet/internal/core/click"
)

// Traffic is a class of clicks.
type Traffic string

// The classes. Human is the default.
const (
	Human Traffic = "human"
	Bot   Traffic = "bot"
	All   Traffic = "all"
)

// Takes reports whether the class includes a click.
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

// Filter matches the clicks whose value in a dimension is one of Values, or, if
// negated, none of them. A click without a value has "".
type Filter struct {
	Dimension Dimension `json:"dimension"`
	Values    []string  `json:"values"` // ids where the dimension has an IDPrefix; see also LocalWeekday
	Negated   bool      `json:"negated,omitempty"`
	// Links has the values instead if they are the links of tags or folders, which may be
	// millions; nil: Values. Dimension is then Link.
	Links *LinkSet `json:"-"`
}

// Query is a validated request whose names are resolved to ids.
type Query struct {
	WorkspaceID uint64
	Start, End  time.Time // End is exclusive
	Location    *time.Location
	Subject     Subject
	// AnyOutcome also counts the visits that had none of Subject.Outcomes.
	AnyOutcome bool
	Traffic    Traffic
	Filters    []Filter // all must match; none is on tags or folders
	// Single omits the clicks that must not be shown singly (click.Click.IsAggregate).
	Single bool
	// After omits the clicks up to a position from Recent, which alone reads it; nil: none.
	After *Position

	Count   bool
	Heatmap bool
	Series  *Series
	Lists   []List
}

// Series requests a time series.
type Series struct {
	Granularity Granularity
	Starts      []time.Time // of the buckets, ascending; the first may lie before Query.Start
}

// List requests the keys of a dimension with the most clicks, ties in the order of
// keys.
type List struct {
	Dimension Dimension
	Limit     int
	// Members are the tags or folders of links; nil for other dimensions. Links
	// without one count for "".
	Members []Member
}

// Member is a link with a tag, or in a folder.
type Member struct{ Link, Of uint64 }

// Result is the result of a query. Parts that were not requested are empty.
type Result struct {
	Count   Count
	Points  []Point // one for each of Series.Starts
	Heatmap Week
	Lists   map[Dimension][]Row
}

// Count is a number of clicks and unique visitors.
//
// Uniques are the distinct visitors of each day of UTC, summed over the days, in
// every scope: in a bucket, in a row and under any filter. Unknown visitors
// (click.Click.Visitor is 0) are not counted.
type Count struct {
	Clicks  int64
	Uniques int64
	Bots    int64 // clicks of bots, whatever Traffic is
}

// Point is one bucket of a time series.
type Point struct {
	Start   time.Time
	Clicks  int64
	Uniques int64
	// Imported is set by the Service, see Report.Imported. Buckets that are shorter than a
	// day have none.
	Imported int64
}

// Week is clicks by weekday (0 is Monday) and hour.
type Week [7][24]int64

// Row is one key of a dimension.
type Row struct {
	Key     string
	Label   string
	Clicks  int64
	Uniques int64
	// Converted and Imported are set by the Service, see Report.
	Converted Converted
	Imported  int64
}

// LinkCount is the number of human clicks on a link, and the time of the latest.
type LinkCount struct {
	Clicks        int64
	LastClickedAt time.Time // zero: never
}
