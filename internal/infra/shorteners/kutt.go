package shorteners

import (
	"context"
	"net/url"
	"strconv"

	"linnet/internal/core/retrieval"
	"linnet/internal/core/transfer"
)

// kutt reads the API of Kutt, version 2, which has the newest links first.
type kutt struct{ client }

// kuttPage is the number of links of a page, the most that Kutt returns.
const kuttPage = 50

// kuttLink is a link. Its domain is in the short URL.
type kuttLink struct {
	ID          string
	Address     string
	Link        string
	Target      string
	Description string
	Password    bool
	Banned      bool
	VisitCount  int64  `json:"visit_count"`
	ExpireIn    string `json:"expire_in"`
	CreatedAt   string `json:"created_at"`
}

// Page implements retrieval.Source.
func (k kutt) Page(ctx context.Context, cursor string) (retrieval.Page, error) {
	at, err := skipOf(cursor)
	if err != nil {
		return retrieval.Page{}, err
	}
	var answer struct {
		Total int
		Data  *[]kuttLink
	}
	query := url.Values{"limit": {strconv.Itoa(kuttPage)}, "skip": {strconv.Itoa(at.position)}}
	if err := k.get(ctx, "/api/v2/links", query, &answer); err != nil {
		return retrieval.Page{}, err
	}
	if answer.Data == nil {
		return retrieval.Page{}, k.notLinks(errNoList)
	}
	next, again := at.next(len(*answer.Data), answer.Total)
	page := retrieval.Page{Next: next, Total: answer.Total}
	if again {
		return page, nil
	}
	for _, l := range *answer.Data {
		page.Links = append(page.Links, l.retrieved())
	}
	return page, nil
}

func (l kuttLink) retrieved() retrieval.Link {
	c := cells{}
	c.text(transfer.ShortURL, l.Link)
	c.text(transfer.Alias, l.Address)
	c.text(transfer.URL, l.Target)
	c.text(transfer.Comments, l.Description)
	c.text(transfer.CreatedAt, l.CreatedAt)
	c.number(transfer.Clicks, l.VisitCount)
	c.text("expiresAt", l.ExpireIn)
	c.flag("hasPassword", l.Password)
	c.flag(transfer.Archived, l.Banned) // visitors of it reach no destination
	return retrieval.Link{ID: l.ID, Cells: c}
}
