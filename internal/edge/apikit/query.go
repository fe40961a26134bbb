package apikit

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"linnet/internal/base/fault"
)

// Limits on a query. They are checked before huma parses it, because the cost
// of a request grows with each value.
const (
	maxQueryPairs  = 1_000 // name=value pairs, repeated names included
	maxQueryNames  = 100   // different names
	maxQueryValues = 200   // values of one parameter
)

// checkQuery rejects a query that no operation accepts, and rewrites repeated
// parameters (tag=a&tag=b) as one list (tag=a,b): both forms are common.
// listParams are the parameters whose values are lists.
func checkQuery(r *http.Request, listParams []string) error {
	if !isText(r.URL.Path) || !isText(r.Header.Get(WorkspaceHeader)) {
		return fault.New(fault.NotFound, "There is no such resource.")
	}
	if strings.Count(r.URL.RawQuery, "&") >= maxQueryPairs {
		return fault.New(fault.Invalid, fmt.Sprintf("The query has more than %d parameters. Send fewer.", maxQueryPairs))
	}
	query, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return fault.New(fault.Malformed, "The query of this address cannot be read. Escape % as %25 and ; as %3B.")
	}
	if len(query) > maxQueryNames {
		return fault.New(fault.Invalid, fmt.Sprintf("The query has more than %d different parameters. Send fewer.", maxQueryNames))
	}
	for name, values := range query {
		if !isText(name) || !allText(values) {
			return fault.New(fault.Malformed, "The query of this address is not valid text.")
		}
	}
	if err := checkValueCounts(query, listParams); err != nil {
		return err
	}
	joinRepeated(r.URL, query)
	return nil
}

// isText reports whether every store accepts s: valid UTF-8 without NUL, which
// PostgreSQL rejects.
func isText(s string) bool { return utf8.ValidString(s) && !strings.ContainsRune(s, 0) }

func allText(values []string) bool {
	return !slices.ContainsFunc(values, func(s string) bool { return !isText(s) })
}

// checkValueCounts returns one Invalid fault that names every parameter with
// more than maxQueryValues values. lists are the parameters whose values are
// separated by commas.
func checkValueCounts(query url.Values, lists []string) error {
	var faults fault.List
	for name, values := range query {
		n := len(values)
		if slices.Contains(lists, name) {
			for _, value := range values {
				n += strings.Count(value, ",")
			}
		}
		if n > maxQueryValues {
			faults.Add(name, fmt.Sprintf("Send at most %d values; this has %d.", maxQueryValues, n))
		}
	}
	return faults.Err()
}

func joinRepeated(u *url.URL, query url.Values) {
	repeated := false
	for name, values := range query {
		if len(values) > 1 {
			repeated = true
			query.Set(name, strings.Join(values, ","))
		}
	}
	if repeated {
		u.RawQuery = query.Encode()
	}
}
