package yourls

import (
	"fmt"
	"net/http"
	"time"

	"linnet/internal/core/link"
	"linnet/internal/edge/compat"
)

// noAddress is the address of the visitor who created a link, which Linnet does not store.
const noAddress = "0.0.0.0"

// dateTime is a time in the zone of the workspace, without an offset, as YOURLS has it.
const dateTime = time.DateTime

// destination returns an address with the scheme that YOURLS adds.
func destination(text string) string { return compat.Destination(text, "http") }

func (a *api) shorten(c *compat.Call) (reply, error) {
	s := link.DefaultSettings()
	s.URL, s.Title = destination(c.FormValue("url")), c.FormValue("title")
	d := link.Draft{Domain: c.Domain, Settings: s}
	if keyword := link.KeepAllowed(c.FormValue("keyword")); keyword != "" {
		d.Alias = &keyword
	}
	at, err := a.zone(c)
	if err != nil {
		return reply{}, err
	}
	existing, err := a.existing(c, d)
	if err != nil {
		return reply{}, err
	}
	if existing != nil {
		return a.exists(existing, at), nil
	}
	if a.IsOurs(c.Context(), s.URL) {
		return failure("error:noloop", "This address is a short link of this server. Enter the page that it leads to."), nil
	}
	made, err := a.Links.Create(c.Context(), c.Actor, d)
	if err != nil {
		return reply{}, err
	}
	text := made.URL + " was added."
	return reply{simple: a.shortURL(made), body: object{
		{"url", object{
			{"keyword", made.Alias()}, {"url", made.URL}, {"title", title(made)}, {"date", made.CreatedAt.In(at).Format(dateTime)}, {"ip", noAddress},
		}},
		{"status", "success"}, {"message", text}, {"title", title(made)}, {"shorturl", a.shortURL(made)},
		{"statusCode", "200"}, {"code", ""}, {"errorCode", ""},
	}}, nil
}

// existing returns the link that the destination of a draft has already; nil: it has none, or the key allows several.
func (a *api) existing(c *compat.Call, d link.Draft) (*link.Link, error) {
	key, err := a.APIKeys.Current(c.Context(), c.Actor)
	if err != nil || !key.UniqueURLs {
		return nil, err
	}
	return a.Existing(c, d, compat.OpenToAll)
}

// exists is the answer for a destination that has a short link. Clients read that link from it.
func (a *api) exists(l *link.Link, at *time.Location) reply {
	out := failure("error:url", l.URL+" has a short link already.")
	out.simple = a.shortURL(l)
	out.body = append(out.body,
		field{"url", object{
			{"keyword", l.Alias()}, {"url", l.URL}, {"title", title(l)}, {"date", l.CreatedAt.In(at).Format(dateTime)}, {"ip", noAddress},
			{"clicks", fmt.Sprint(l.ClickCount)},
		}},
		field{"title", title(l)}, field{"shorturl", a.shortURL(l)})
	return out
}

func (a *api) expand(c *compat.Call) (reply, error) {
	l, err := a.find(c)
	if err != nil {
		return reply{}, err
	}
	return reply{simple: l.URL, body: object{
		{"keyword", l.Alias()}, {"shorturl", a.shortURL(l)}, {"longurl", l.URL}, {"title", title(l)},
		{"message", "success"}, {"statusCode", "200"},
	}}, nil
}

// find returns the link of the parameter shorturl.
func (a *api) find(c *compat.Call) (*link.Link, error) { return a.Find(c, c.FormValue("shorturl")) }

func (a *api) remove(c *compat.Call) (reply, error) {
	l, err := a.find(c)
	if err == nil {
		err = a.Links.Delete(c.Context(), c.Actor, l.ID)
	}
	const text = "success: deleted"
	return reply{simple: text, body: object{{"statusCode", http.StatusOK}, {"message", text}}}, err
}

func (a *api) update(c *compat.Call) (reply, error) {
	l, err := a.find(c)
	if err == nil {
		_, err = a.Links.Update(c.Context(), c.Actor, l.ID, nil, func(d *link.Draft) {
			d.URL = destination(c.FormValue("url"))
			if given := c.FormValue("title"); given != "" {
				d.Title = given
			}
		})
	}
	const text = "success: updated"
	return reply{simple: text, body: object{{"statusCode", http.StatusOK}, {"message", text}}}, err
}

// contract returns the links of a destination.
func (a *api) contract(c *compat.Call) (reply, error) {
	at, err := a.zone(c)
	if err != nil {
		return reply{}, err
	}
	found, err := a.Links.List(c.Context(), c.Actor, link.Filter{URL: destination(c.FormValue("url")), Domain: c.Domain})
	if err != nil {
		return reply{}, err
	}
	links := make([]object, len(found.Links))
	for i := range found.Links {
		links[i] = a.listed(&found.Links[i], at)
	}
	return reply{simple: fmt.Sprint(len(links)), body: object{
		{"statusCode", http.StatusOK}, {"message", "success"}, {"url_exists", len(links) > 0}, {"links", links},
	}}, nil
}

func (a *api) shortURL(l *link.Link) string { return link.ShortURL(a.Scheme, l.Domain, l.Alias()) }

// title returns the title of a link, or its destination while it has none.
func title(l *link.Link) string {
	if shown := l.ShownTitle(); shown != "" {
		return shown
	}
	return l.URL
}
