package apikit

import (
	"encoding/base64"
	"fmt"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"linnet/internal/base/fault"

	"github.com/danielgtaylor/huma/v2"
)

// List is the envelope of every list.
type List[T any] struct {
	Items      []T     `json:"items"`
	NextCursor *string `json:"nextCursor" doc:"The cursor of the next page; null on the last page."`
	Total      int     `json:"total" doc:"The number of items on all pages."`
	AtLeast    bool    `json:"totalIsMinimum,omitempty" doc:"True if there are more items than total. Links are counted up to 10,000 where a search or a filter has no counter."`
}

// TransformSchema names the schemas that all lists have.
func (List[T]) TransformSchema(r huma.Registry, s *huma.Schema) *huma.Schema {
	for property, name := range map[string]string{"nextCursor": "NextCursor", "total": "Total", "totalIsMinimum": "TotalIsMinimum"} {
		schema := s.Properties[property]
		s.Properties[property] = NamedSchema(r, name, func() *huma.Schema { return schema })
	}
	return s
}

// ListOutput is a response with a list.
type ListOutput[T any] struct{ Body List[T] }

// Page returns one page of a list; an empty cursor means that it is the last.
func Page[T any](items []T, nextCursor string, total int) *ListOutput[T] {
	return &ListOutput[T]{List[T]{Items: OrEmpty(items), NextCursor: TextOrNull(nextCursor), Total: total}}
}

// WholeList returns a list that the service returns as a whole. The router returns one
// page of it to the client. The first field of an item identifies it in the list.
func WholeList[T any](items []T) *ListOutput[T] { return Page(items, "", len(items)) }

// maxWholePage is the maximum number of items on a page of a WholeList, and the default.
const maxWholePage = 1000

// wholePage is the page of a WholeList that a client requests.
type wholePage struct {
	limit  int
	cursor string
}

// wholePageParams documents the parameters of operations that return a WholeList.
func wholePageParams() []*huma.Param {
	whole := maxWholePage
	return []*huma.Param{
		{
			Name:        "limit",
			In:          "query",
			Description: "The maximum number of items on a page.",
			Schema:      &huma.Schema{Type: huma.TypeInteger, Minimum: new(float64(1)), Maximum: new(float64(whole)), Default: whole},
		},
		{
			Name:        "cursor",
			In:          "query",
			Description: "nextCursor of the previous page.",
			Schema:      &huma.Schema{Type: huma.TypeString, MaxLength: new(512)},
		},
	}
}

// wholePageOf returns the page that a query requests, or Invalid at "limit".
func wholePageOf(query url.Values) (wholePage, error) {
	page := wholePage{limit: maxWholePage, cursor: query.Get("cursor")}
	if text := query.Get("limit"); text != "" {
		var err error
		if page.limit, err = strconv.Atoi(text); err != nil || page.limit < 1 || page.limit > maxWholePage {
			return page, fault.New(fault.Invalid, fmt.Sprintf("Must be a whole number from 1 to %d.", maxWholePage)).At("limit")
		}
	}
	return page, nil
}

// pager is a response with a list, of which cut keeps one page.
type pager interface{ cut(p wholePage) error }

// returnsWhole reports whether an operation returns a WholeList: a list, without
// parameters to choose a page.
func returnsWhole[I, O any]() bool {
	_, isList := any(new(O)).(pager)
	_, chooses := reflect.TypeFor[I]().FieldByName("Limit")
	return isList && !chooses
}

// cut keeps the page after the cursor. An item that was deleted since then does not hide
// others: the cursor has its position, too.
func (o *ListOutput[T]) cut(p wholePage) error {
	start, err := o.after(p.cursor)
	if err != nil {
		return err
	}
	end := min(start+p.limit, len(o.Body.Items))
	if end < len(o.Body.Items) {
		o.Body.NextCursor = TextOrNull(wholeCursor(end-1, identityOf(o.Body.Items[end-1])))
	}
	o.Body.Items = o.Body.Items[start:end]
	return nil
}

// after returns the position after the item of a cursor, or Invalid at "cursor".
func (o *ListOutput[T]) after(cursor string) (int, error) {
	if cursor == "" {
		return 0, nil
	}
	raw, err := base64.RawURLEncoding.DecodeString(cursor)
	position, id, ok := strings.Cut(string(raw), " ")
	at, convErr := strconv.Atoi(position)
	if err != nil || convErr != nil || !ok || at < 0 {
		return 0, fault.New(fault.Invalid, "This is not a cursor of this list. Use nextCursor of the previous page.").At("cursor")
	}
	if i := slices.IndexFunc(o.Body.Items, func(item T) bool { return identityOf(item) == id }); i >= 0 {
		return i + 1, nil
	}
	return min(at, len(o.Body.Items)), nil
}

func wholeCursor(at int, id string) string {
	return base64.RawURLEncoding.EncodeToString([]byte(strconv.Itoa(at) + " " + id))
}

// identityOf returns the first field of an item, also of an embedded struct.
func identityOf(item any) string {
	v := reflect.ValueOf(item)
	for v.Kind() == reflect.Struct && v.NumField() > 0 {
		v = v.Field(0)
	}
	return fmt.Sprint(v.Interface())
}

// PageParams choose a page of a list.
type PageParams struct {
	Limit  int    `query:"limit" minimum:"1" maximum:"100" default:"50" doc:"The maximum number of items on a page."`
	Cursor string `query:"cursor" maxLength:"512" doc:"nextCursor of the previous page."`
}
