package apikit

// List is the envelope of every list.
type List[T any] struct {
	Items      []T     `json:"items"`
	NextCursor *string `json:"nextCursor" doc:"The cursor of the next page; null on the last page."`
	Total      int     `json:"total" doc:"The number of items on all pages."`
}

// ListOutput is a response with a list.
type ListOutput[T any] struct{ Body List[T] }

// Page returns one page of a list; an empty cursor means that it is the last.
func Page[T any](items []T, nextCursor string, total int) *ListOutput[T] {
	return &ListOutput[T]{List[T]{Items: OrEmpty(items), NextCursor: TextOrNull(nextCursor), Total: total}}
}

// WholeList returns a list that has only one page.
func WholeList[T any](items []T) *ListOutput[T] { return Page(items, "", len(items)) }

// PageParams choose a page of a list.
type PageParams struct {
	Limit  int    `query:"limit" minimum:"1" maximum:"100" default:"50" doc:"The maximum number of items on a page."`
	Cursor string `query:"cursor" maxLength:"512" doc:"nextCursor of the previous page."`
}
