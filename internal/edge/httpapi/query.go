package httpapi

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"

	"linnet/internal/base/fault"
)

// Limits on a query. They are checked before the framework parses it, because
// the cost of a call grows with each value.
const (
	maxQueryPairs  = 1_000 // name=value pairs, repeated names included
	maxQueryNames  = 100   // different names
	maxQueryValues = 200   // values of one parameter
)

// checkQuery rejects a query that no operation can use, and writes a repeated
// parameter (tag=a&tag=b) as one list (tag=a,b): both spellings are common.
func (a *API) checkQuery(r *http.Request) error {
	if !isText(r.URL.Path) || !isText(r.Header.Get("Linnet-Workspace")) {
		return fault.New(fault.NotFound, "There is no such thing.")
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
	if err := checkValueCounts(query, a.listParams[callerOf(r.Context()).operation]); err != nil {
		return err
	}
	joinRepeated(r.URL, query)
	return nil
}

// isText reports whether every store can hold s: valid UTF-8 without NUL, which
// PostgreSQL does not store.
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

// listParamsOf returns the query parameters of each operation ("GET /links")
// that hold lists.
func listParamsOf(doc *huma.OpenAPI) map[string][]string {
	lists := map[string][]string{}
	eachOperation(doc, func(key string, op *huma.Operation) {
		for _, p := range op.Parameters {
			if p.In == "query" && p.Schema != nil && p.Schema.Type == huma.TypeArray {
				lists[key] = append(lists[key], p.Name)
			}
		}
	})
	return lists
}

// eachOperation calls visit with every operation of the document and its key,
// such as "GET /links/{id}".
func eachOperation(doc *huma.OpenAPI, visit func(key string, op *huma.Operation)) {
	for path, item := range doc.Paths {
		for method, op := range map[string]*huma.Operation{
			http.MethodGet: item.Get, http.MethodPost: item.Post, http.MethodPut: item.Put,
			http.MethodPatch: item.Patch, http.MethodDelete: item.Delete,
		} {
			if op != nil {
				visit(method+" "+path, op)
			}
		}
	}
}
