package shlink

import (
	"strings"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/edge/compat"
)

// pagination describes a page of a list.
type pagination struct {
	CurrentPage        int `json:"currentPage"`
	PagesCount         int `json:"pagesCount"`
	ItemsPerPage       int `json:"itemsPerPage"`
	ItemsInCurrentPage int `json:"itemsInCurrentPage"`
	TotalItems         int `json:"totalItems"`
}

// list is a page of items.
type list[T any] struct {
	Data       []T         `json:"data"`
	Pagination *pagination `json:"pagination,omitempty"`
}

// paging is the page that a call asks for.
type paging struct{ page, size int }

// offset is the number of items before the page.
func (p paging) offset() int { return (p.page - 1) * p.size }

// of describes a page with some items of a total.
func (p paging) of(items, total int) *pagination {
	return &pagination{
		CurrentPage: p.page, PagesCount: (total + p.size - 1) / p.size, ItemsPerPage: p.size, ItemsInCurrentPage: items, TotalItems: total,
	}
}

const (
	defaultSize = 10
	maxPage     = 1_000_000
)

// pagingOf returns the page of a call, of at most a number of items. Shlink has -1 for all items; here it is that number.
func pagingOf(c *compat.Call, most int) (paging, error) {
	page, err := c.Int("page", 1)
	if err != nil {
		return paging{}, err
	}
	size, err := c.Int("itemsPerPage", defaultSize)
	if err != nil {
		return paging{}, err
	}
	if page < 1 || page > maxPage {
		return paging{}, invalidData("Pages begin with 1.", "page")
	}
	if size < -1 || size == 0 {
		return paging{}, invalidData("A page has at least one item.", "itemsPerPage")
	}
	if size == -1 || size > most {
		size = most
	}
	return paging{page, size}, nil
}

// date returns the time of a parameter; zero: there is none.
func date(c *compat.Call, name string) (time.Time, error) {
	text := c.URL.Query().Get(name)
	if text == "" {
		return time.Time{}, nil
	}
	at, ok := clock.ParseLoose(text)
	if !ok {
		return time.Time{}, invalidData("Enter a time such as 2026-11-28T12:00:00+00:00.", name)
	}
	return at, nil
}

// endDate returns the time after the parameter endDate, whose second is included; zero: there is none.
func endDate(c *compat.Call) (time.Time, error) {
	at, err := date(c, "endDate")
	if err == nil && !at.IsZero() {
		at = at.Add(time.Second)
	}
	return at, err
}

// order returns the field and the direction of the parameter orderBy, such as visits-DESC.
func order(c *compat.Call) (field string, ascending bool) {
	field, direction, _ := strings.Cut(c.URL.Query().Get("orderBy"), "-")
	return field, !strings.EqualFold(direction, "DESC")
}

// many returns the values of a parameter that clients of PHP send as name[].
func many(c *compat.Call, name string) []string {
	query := c.URL.Query()
	return append(query[name+"[]"], query[name]...)
}
