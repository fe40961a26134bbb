package apikit

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
)

// Limits on a query. They are checked before huma parses it, because the cost
// of a request grows with each value.
const (
	maxQueryPairs  = 1_000 // name=value pairs, repeated names included
	maxQueryNames  = 100   // different names
	maxQueryValues = 200   // values of one parameter
)

// unknownParamsHeader lists the parameters of a query that the operation ignored.
const unknownParamsHeader = "Linnet-Unknown-Parameters"

// strictName is the parameter that rejects unknown parameters and fields.
const strictName = "strict"

func isStrict(r *http.Request) bool { return r.URL.Query().Get(strictName) == "true" }

// queryParam describes a parameter of an operation's query.
type queryParam struct{ isList, isTime bool }

// checkQuery rejects a query that the operation does not accept, and rewrites repeated
// parameters (tag=a&tag=b) as one list (tag=a,b): both forms are common. It returns the
// unknownParams, which a strict request may not have.
func (called *route) checkQuery(r *http.Request) (unknown []string, err error) {
	if !isText(r.URL.Path) || !isText(r.Header.Get(WorkspaceHeader)) {
		return nil, fault.New(fault.NotFound, "There is no such resource.")
	}
	if strings.Count(r.URL.RawQuery, "&") >= maxQueryPairs {
		return nil, fault.New(fault.Invalid, fmt.Sprintf("The query has more than %d parameters. Send fewer.", maxQueryPairs))
	}
	query, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return nil, fault.New(fault.Malformed, "The query of this address cannot be read. Escape % as %25 and ; as %3B.")
	}
	if len(query) > maxQueryNames {
		return nil, fault.New(fault.Invalid, fmt.Sprintf("The query has more than %d different parameters. Send fewer.", maxQueryNames))
	}
	for name, values := range query {
		if !isText(name) || !allText(values) {
			return nil, fault.New(fault.Malformed, "The query of this address is not valid text.")
		}
	}
	if err := called.checkValues(query); err != nil {
		return nil, err
	}
	unknown = called.unknownParams(query)
	if len(unknown) > 0 && (called.strictQuery || isStrict(r)) {
		return nil, unknownParamsError(unknown)
	}
	if called.whole {
		if CallOf(r.Context()).page, err = wholePageOf(query); err != nil {
			return nil, err
		}
	}
	joinRepeated(r.URL, query)
	return unknown, nil
}

// unknownParams returns the escaped names of the parameters that the operation does not
// have, sorted, at most fault.MaxFields.
func (called *route) unknownParams(query url.Values) []string {
	var unknown []string
	for name := range query {
		if _, known := called.params[name]; !known {
			unknown = append(unknown, url.QueryEscape(name))
		}
	}
	slices.Sort(unknown)
	return unknown[:min(len(unknown), fault.MaxFields)]
}

func unknownParamsError(names []string) error {
	var faults fault.List
	for _, name := range names {
		faults.Add(name, "There is no such parameter here. Remove it or check its spelling.")
	}
	return faults.Err()
}

// isText reports whether every store accepts s: valid UTF-8 without NUL, which
// PostgreSQL rejects.
func isText(s string) bool { return utf8.ValidString(s) && !strings.ContainsRune(s, 0) }

func allText(values []string) bool {
	return !slices.ContainsFunc(values, func(s string) bool { return !isText(s) })
}

// checkValues returns one Invalid fault that names every parameter with more than
// maxQueryValues values or a time out of range.
func (called *route) checkValues(query url.Values) error {
	var faults fault.List
	for name, values := range query {
		n := len(values)
		if called.params[name].isList {
			for _, value := range values {
				n += strings.Count(value, ",")
			}
		}
		if n > maxQueryValues {
			faults.Add(name, fmt.Sprintf("Send at most %d values; this has %d.", maxQueryValues, n))
		}
		if !called.params[name].isTime {
			continue
		}
		for _, value := range values {
			if _, err := clock.Parse(value); err != nil && value != "" {
				faults.Add(name, err.Error())
			}
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
