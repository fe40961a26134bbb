package kutt

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/access"
	"linnet/internal/core/link"
	"linnet/internal/edge/apikit"
	"linnet/internal/edge/compat"
)

// shown is a link as Kutt returns it.
type shown struct {
	ID          string  `json:"id"` // a UUID
	Address     string  `json:"address"`
	Link        string  `json:"link"`
	Target      string  `json:"target"`
	Description *string `json:"description"`
	Domain      *string `json:"domain"` // null: the default domain
	Password    bool    `json:"password"`
	Banned      bool    `json:"banned"`
	VisitCount  int64   `json:"visit_count"`
	ExpireIn    *string `json:"expire_in"`
	CreatedAt   string  `json:"created_at"`
	UpdatedAt   string  `json:"updated_at"`
}

func (a *api) shownOf(l *link.Link) shown {
	out := shown{
		ID:          uuidOf(l.ID),
		Address:     l.Alias(),
		Link:        link.ShortURL(a.Scheme, l.Domain, l.Alias()),
		Target:      l.URL,
		Description: apikit.TextOrNull(l.Comments),
		Password:    l.PasswordHash != "",
		Banned:      l.Blocked,
		VisitCount:  l.ClickCount,
		CreatedAt:   timestamp(l.CreatedAt),
		UpdatedAt:   timestamp(l.UpdatedAt),
	}
	if out.Description == nil {
		out.Description = apikit.TextOrNull(l.ShownTitle())
	}
	if l.Domain != a.OwnHost {
		out.Domain = &l.Domain
	}
	if !l.ExpiresAt.IsZero() {
		out.ExpireIn = new(timestamp(l.ExpiresAt))
	}
	return out
}

// input are the fields of a link in a request. Null and the empty text count as absent: the
// forms of clients begin with them. Only as the password of a change, they remove it.
type input struct {
	Target      string               `json:"target"`
	CustomURL   string               `json:"customurl"` // of a new link
	Address     string               `json:"address"`   // of a change
	Domain      string               `json:"domain"`
	Description string               `json:"description"`
	ExpireIn    expiry               `json:"expire_in"`
	Password    compat.Given[string] `json:"password"`
	Reuse       bool                 `json:"reuse"`
}

// target returns a destination with a scheme, which Kutt adds where it is missing.
func target(text string) string { return compat.Destination(text, "http") }

func (a *api) createLink(w http.ResponseWriter, c *compat.Call) error {
	var in input
	if err := c.Decode(w, &in); err != nil {
		return err
	}
	d := link.Draft{Domain: in.Domain, Settings: link.DefaultSettings()}
	if d.Domain == "" {
		d.Domain = c.Domain
	}
	d.URL, d.Comments = target(in.Target), in.Description
	if in.CustomURL != "" {
		d.Alias = &in.CustomURL
	}
	if in.Password.Value != "" {
		d.Password = &in.Password.Value
	}
	if in.ExpireIn > 0 {
		d.ExpiresAt = a.Clock.Now().Add(time.Duration(in.ExpireIn))
	}
	if in.Reuse {
		if existing, err := a.Existing(c, d, func(l *link.Link) bool { return l.PasswordHash == "" }); err != nil || existing != nil {
			if err != nil {
				return err
			}
			return compat.WriteJSON(w, http.StatusOK, a.shownOf(existing))
		}
	}
	made, err := a.Links.Create(c.Context(), c.Actor, d)
	if err != nil {
		return err
	}
	return compat.WriteJSON(w, http.StatusCreated, a.shownOf(made))
}

// Bounds of a page of links.
const (
	defaultLimit = 10
	maxLimit     = 50
)

func (a *api) listLinks(w http.ResponseWriter, c *compat.Call) error {
	query := c.URL.Query()
	limit, skip := number(query.Get("limit"), defaultLimit), number(query.Get("skip"), 0)
	limit = min(max(limit, 1), maxLimit)
	page, err := a.Links.List(c.Context(), c.Actor, link.Filter{Search: query.Get("search"), Limit: limit, Offset: skip})
	if err != nil {
		return err
	}
	data := make([]shown, len(page.Links))
	for i := range page.Links {
		data[i] = a.shownOf(&page.Links[i])
	}
	return compat.WriteJSON(w, http.StatusOK, struct {
		Total int     `json:"total"`
		Limit int     `json:"limit"`
		Skip  int     `json:"skip"`
		Data  []shown `json:"data"`
	}{page.Total, limit, skip, data})
}

// number returns the number in a parameter, or another one where there is none.
func number(text string, otherwise int) int {
	n, err := strconv.Atoi(text)
	if err != nil {
		return otherwise
	}
	return n
}

func (a *api) updateLink(w http.ResponseWriter, c *compat.Call) error {
	before, err := a.find(c.Context(), c.Actor, c.PathValue("id"))
	if err != nil {
		return err
	}
	var in input
	if err := c.Decode(w, &in); err != nil {
		return err
	}
	now := a.Clock.Now()
	changed, err := a.Links.Update(c.Context(), c.Actor, before.ID, nil, func(d *link.Draft) {
		if in.Target != "" {
			d.URL = target(in.Target)
		}
		if in.Address != "" {
			d.Alias = &in.Address
		}
		if in.Description != "" {
			d.Comments = in.Description
		}
		if in.ExpireIn > 0 {
			d.ExpiresAt = now.Add(time.Duration(in.ExpireIn))
		}
		if in.Password.Is {
			d.Password = &in.Password.Value
		}
	})
	if err != nil {
		return err
	}
	if changed.Version == before.Version {
		return fault.New(fault.Invalid, "Nothing would change. Send another target, address, description, expire_in or password.")
	}
	return compat.WriteJSON(w, http.StatusOK, a.shownOf(changed))
}

func (a *api) deleteLink(w http.ResponseWriter, c *compat.Call) error {
	l, err := a.find(c.Context(), c.Actor, c.PathValue("id"))
	if err == nil {
		err = a.Links.Delete(c.Context(), c.Actor, l.ID)
	}
	if err != nil {
		return err
	}
	return message(w, "The link was deleted.")
}

// find returns the link with the id of a request.
func (a *api) find(ctx context.Context, actor access.Actor, text string) (*link.Link, error) {
	id := idOf(ident.Link, text)
	if id == "" {
		return nil, fault.New(fault.NotFound, "There is no link with this id.")
	}
	return a.Links.Get(ctx, actor, id)
}
