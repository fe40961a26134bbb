package httpapi

// List is the envelope of every list.
type List[T any] struct {
	Items      []T     `json:"items"`
	NextCursor *string `json:"nextCursor" doc:"Give it as cursor to get the next part; null on the last one."`
	Total      int     `json:"total" doc:"How many there are in all parts together."`
}

type listOutput[T any] struct{ Body List[T] }

// wholeList is a list that has only one part.
func wholeList[T any](items []T) *listOutput[T] {
	return &listOutput[T]{List[T]{Items: orEmpty(items), Total: len(items)}}
}

// PageParams chooses a part of a list.
type PageParams struct {
	Limit  int    `query:"limit" minimum:"1" maximum:"100" default:"50" doc:"The most that one part may hold."`
	Cursor string `query:"cursor" maxLength:"512" doc:"nextCursor of the part before."`
}
