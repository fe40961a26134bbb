package shorteners

import (
	"fmt"
	"net/http"
	"strconv"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/core/retrieval"
	"linnet/internal/core/transfer"
)

// noVisits returns the visits of a link that shorteners tell with an error: none of one that
// was deleted meanwhile.
func (c client) noVisits(err error) (retrieval.VisitPage, error) {
	if isStatus(err, http.StatusNotFound, http.StatusGone) {
		return retrieval.VisitPage{}, nil
	}
	if isRefusal(err) {
		sentence := c.From.Name() + " does not tell the click history with this plan or this key. Enter another key, or start again without the click history."
		return retrieval.VisitPage{}, fault.Wrap(err, fault.Invalid, sentence).At("key")
	}
	return retrieval.VisitPage{}, err
}

// isRefusal reports whether an error says that a key, or the plan of its owner, has no access.
func isRefusal(err error) bool {
	return isStatus(err, http.StatusForbidden, http.StatusPaymentRequired)
}

// clicksOf returns the clicks of a link; 0: none, or unknown.
func clicksOf(l retrieval.Link) int64 {
	n, _ := strconv.ParseInt(l.Cells[transfer.Clicks], 10, 64)
	return n
}

// timeOf parses a time in the formats of shorteners. It is that of 1970 for any other text, so
// that the visit is left out.
func timeOf(text string) time.Time {
	for _, format := range []string{time.RFC3339, "2006-01-02T15:04:05Z0700", "2006-01-02T15:04:05", time.DateTime, time.DateOnly} {
		if at, err := time.Parse(format, text); err == nil {
			return at
		}
	}
	return time.Unix(0, 0)
}

// dateOf returns the beginning of the date of a time, as it is written.
func dateOf(text string) time.Time { return timeOf(text[:min(len(text), len(time.DateOnly))]) }

// pageOf parses the cursor of a page that has a number.
func pageOf(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil {
		return 0, fmt.Errorf("read the cursor of a page of visits: %w", err)
	}
	return n, nil
}
