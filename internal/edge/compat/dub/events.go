package dub

import (
	"cmp"
	"net/http"

	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/click"
	"linnet/internal/core/link"
	"linnet/internal/edge/compat"
)

// shownClick is a click as Dub returns it. Linnet stores no address.
type shownClick struct {
	ID         string `json:"id"`
	Timestamp  string `json:"timestamp"`
	URL        string `json:"url"`
	Country    string `json:"country"`
	City       string `json:"city"`
	Region     string `json:"region"`
	Continent  string `json:"continent"`
	Device     string `json:"device"`
	Browser    string `json:"browser"`
	OS         string `json:"os"`
	Trigger    string `json:"trigger"`
	Referer    string `json:"referer"`
	RefererURL string `json:"refererUrl"`
	QR         bool   `json:"qr"`
	IP         string `json:"ip"`
}

// clickEvent is an item of events. The fields after Link are those of older clients.
type clickEvent struct {
	Event     string     `json:"event"`
	Timestamp string     `json:"timestamp"`
	Click     shownClick `json:"click"`
	Link      shown      `json:"link"`
	ClickID   string     `json:"click_id"`
	LinkID    string     `json:"link_id"`
	Domain    string     `json:"domain"`
	Key       string     `json:"key"`
	URL       string     `json:"url"`
	Continent string     `json:"continent"`
	Country   string     `json:"country"`
	City      string     `json:"city"`
	Device    string     `json:"device"`
	Browser   string     `json:"browser"`
	OS        string     `json:"os"`
	QR        int        `json:"qr"`
	IP        string     `json:"ip"`
}

func shownClickOf(c *click.Click) shownClick {
	return shownClick{
		ID:         ident.Text(ident.Click, c.ID),
		Timestamp:  timestamp(c.At),
		URL:        c.URL,
		Country:    cmp.Or(c.Place.Country, unknown),
		City:       cmp.Or(c.Place.City, unknown),
		Region:     cmp.Or(c.Place.Region, unknown),
		Continent:  cmp.Or(c.Place.Continent, unknown),
		Device:     titled(string(c.Device)),
		Browser:    cmp.Or(c.Browser, unknown),
		OS:         cmp.Or(c.OS, unknown),
		Trigger:    triggerOf(c.Trigger),
		Referer:    cmp.Or(c.Referrer, direct),
		RefererURL: cmp.Or(c.ReferrerURL, direct),
		QR:         c.Trigger == click.TriggerQR,
	}
}

func clickEventOf(c shownClick, l shown) clickEvent {
	out := clickEvent{
		Event: "click", Timestamp: c.Timestamp, Click: c, Link: l, ClickID: c.ID, LinkID: l.ID, Domain: l.Domain, Key: l.Key, URL: c.URL,
		Continent: c.Continent, Country: c.Country, City: c.City, Device: c.Device, Browser: c.Browser, OS: c.OS,
	}
	if c.QR {
		out.QR = 1
	}
	return out
}

// maxRead is how many clicks have pages, and how many links beside a link: those before a page are read to find it.
const maxRead = 10_000

func (a *api) events(w http.ResponseWriter, c *compat.Call) error {
	about, err := eventOf(c)
	if err != nil {
		return err
	}
	if about != clicks {
		return unsupported("event", "Linnet lists clicks here. Leads and sales are listed by /api/v1/conversions.")
	}
	query := c.URL.Query()
	if query.Get("sortOrder") == "asc" || query.Get("order") == "asc" || cmp.Or(query.Get("sortBy"), "timestamp") != "timestamp" {
		return unsupported("sortOrder", "Linnet lists the newest clicks first. Leave out sortOrder, order and sortBy.")
	}
	offset, size, err := paging(c, "limit", maxPage, maxPage)
	if err != nil {
		return err
	}
	if offset+size > maxRead {
		return unsupported("page", "Only the newest 10,000 clicks have pages. Use start and end for older ones.")
	}
	r, err := a.request(c)
	if err != nil {
		return err
	}
	found, _, err := a.NewestClicks(c, r, offset+size)
	if err != nil {
		return err
	}
	found = found[min(offset, len(found)):]
	links, err := a.linksOf(c, found)
	if err != nil {
		return err
	}
	out := make([]clickEvent, 0, len(found))
	for i := range found {
		if l, ok := links[ident.Text(ident.Link, found[i].LinkID)]; ok {
			out = append(out, clickEventOf(shownClickOf(&found[i]), l))
		}
	}
	return compat.WriteJSON(w, http.StatusOK, out)
}

// linksOf returns the links of clicks that still exist, by id.
func (a *api) linksOf(c *compat.Call, clicks []click.Click) (map[string]shown, error) {
	var links []link.Link
	seen := map[string]bool{}
	for i := range clicks {
		id := ident.Text(ident.Link, clicks[i].LinkID)
		if seen[id] {
			continue
		}
		seen[id] = true
		l, err := a.Links.Get(c.Context(), c.Actor, id)
		if fault.Is(err, fault.NotFound) {
			continue
		}
		if err != nil {
			return nil, err
		}
		links = append(links, *l)
	}
	all, err := a.shown(c, links)
	byID := make(map[string]shown, len(all))
	for _, l := range all {
		byID[l.ID] = l
	}
	return byID, err
}
