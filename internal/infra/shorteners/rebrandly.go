package shorteners

import (
	"cmp"
	"context"
	"net/url"
	"strings"

	"linnet/internal/core/retrieval"
	"linnet/internal/core/transfer"
)

// rebrandly reads the API of Rebrandly, version 1, in the order of creation. Its cursor is the
// id of the last link.
type rebrandly struct{ client }

// rebrandlyPage is the number of links of a page, the most that Rebrandly returns.
const rebrandlyPage = "25"

// rebrandlyLink is a link.
type rebrandlyLink struct {
	ID, Title, Description string
	Slashtag, Destination  string
	ShortURL, DomainName   string
	Domain                 struct{ FullName string }
	Tags                   []struct{ Name string }
	CreatedAt, Status      string
	Clicks                 plain
	ForwardParameters      *bool
}

// newRebrandly returns the source of a key, or of key@workspace for another workspace than the
// one of the key's owner.
func newRebrandly(api client) rebrandly {
	key, workspace, ok := strings.Cut(api.Key, "@")
	api = api.below("/v1").with("Apikey", key)
	if ok {
		api = api.with("Workspace", workspace)
	}
	return rebrandly{api}
}

// Page implements retrieval.Source.
func (b rebrandly) Page(ctx context.Context, cursor string) (retrieval.Page, error) {
	var page retrieval.Page
	query := url.Values{"limit": {rebrandlyPage}, "orderBy": {"createdAt"}, "orderDir": {"asc"}}
	if cursor == "" {
		var answer struct{ Count int }
		if err := b.get(ctx, "/v1/links/count", nil, &answer); err != nil {
			return page, err
		}
		page.Total = answer.Count
	} else {
		query.Set("last", cursor)
	}
	var links []rebrandlyLink
	if err := b.get(ctx, "/v1/links", query, &links); err != nil {
		return page, err
	}
	for i := range links {
		page.Links = append(page.Links, links[i].retrieved())
	}
	if len(links) > 0 { // Rebrandly may return less than the limit before the end
		page.Next = links[len(links)-1].ID
	}
	return page, nil
}

func (l *rebrandlyLink) retrieved() retrieval.Link {
	c := cells{}
	c.text(transfer.ShortURL, l.short())
	c.text(transfer.Alias, l.Slashtag)
	c.text(transfer.URL, l.Destination)
	c.text(transfer.Title, l.Title)
	c.text(transfer.Comments, l.Description)
	var tags []string
	for _, t := range l.Tags {
		tags = append(tags, t.Name)
	}
	c.tags(tags, false)
	c.text(transfer.CreatedAt, l.CreatedAt)
	c.text(transfer.Clicks, l.Clicks.text())
	c.flag(transfer.Archived, cmp.Or(l.Status, "active") != "active")
	if l.ForwardParameters != nil {
		c.flag("forwardQuery", *l.ForwardParameters)
	}
	return retrieval.Link{ID: l.ID, Cells: c}
}

// short returns the short URL, which Rebrandly has without a scheme.
func (l *rebrandlyLink) short() string {
	short := l.ShortURL
	if host := cmp.Or(l.Domain.FullName, l.DomainName); short == "" && host != "" {
		short = host + "/" + url.PathEscape(l.Slashtag)
	}
	if short == "" || strings.Contains(short, "://") {
		return short
	}
	return "https://" + short
}
