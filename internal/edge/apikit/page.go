package apikit

// List is the envelope of every list.
type List[T any] struct {
	Items      []T     `json:"items"`
	NextCursor *string `json:"nextCursor" doc:"Give it as cursor to get the next part; null on the last one."`
	Total      int     `json:"total" doc:"How many there are in all parts together."`
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
	Limit  int    `query:"limit" minimum:"1" maximum:"100" default:"50" doc:"The most that one part may hold."`
	Cursor string `query:"cursor" maxLength:"512" doc:"nextCursor of the part before."`
}
