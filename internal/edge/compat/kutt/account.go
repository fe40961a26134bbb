package kutt

import (
	"net/http"

	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/base/null"
	"linnet/internal/core/domain"
	"linnet/internal/edge/compat"
)

// shownDomain is a domain as Kutt returns it.
type shownDomain struct {
	ID        string `json:"id"` // a UUID
	Address   string `json:"address"`
	Banned    bool   `json:"banned"` // never: Linnet blocks destinations
	Homepage  string `json:"homepage"`
	CreatedAt string `json:"created_at"`
	UpdatedAt string `json:"updated_at"`
}

func shownDomainOf(d domain.Domain) shownDomain {
	return shownDomain{
		ID:        uuidOf(d.ID),
		Address:   d.Host,
		Homepage:  string(d.RootURL),
		CreatedAt: timestamp(d.CreatedAt),
		UpdatedAt: timestamp(d.UpdatedAt),
	}
}

func (a *api) user(w http.ResponseWriter, c *compat.Call) error {
	me, err := a.Accounts.Me(c.Context(), c.Actor)
	if err != nil {
		return err
	}
	key, err := a.APIKeys.Current(c.Context(), c.Actor)
	if err != nil {
		return err
	}
	all, err := a.Domains.List(c.Context(), c.Actor, "")
	if err != nil {
		return err
	}
	domains := []shownDomain{}
	for _, d := range all {
		if !d.IsDefault() && d.Serves() {
			domains = append(domains, shownDomainOf(d.Domain))
		}
	}
	return compat.WriteJSON(w, http.StatusOK, struct {
		Email   string        `json:"email"`
		APIKey  string        `json:"apikey"`
		Domains []shownDomain `json:"domains"`
	}{me.Email, key.Prefix + "…", domains})
}

func (a *api) createDomain(w http.ResponseWriter, c *compat.Call) error {
	var in struct {
		Address  string `json:"address"`
		Homepage string `json:"homepage"`
	}
	if err := c.Decode(w, &in); err != nil {
		return err
	}
	made, err := a.Domains.Create(c.Context(), c.Actor, in.Address)
	if err == nil && in.Homepage != "" {
		made, err = a.Domains.Update(c.Context(), c.Actor, made.ID, func(s *domain.Settings) { s.RootURL = null.Text(target(in.Homepage)) })
	}
	if err != nil {
		return err
	}
	return compat.WriteJSON(w, http.StatusOK, shownDomainOf(made.Domain))
}

func (a *api) deleteDomain(w http.ResponseWriter, c *compat.Call) error {
	id := idOf(ident.Domain, c.PathValue("id"))
	if id == "" {
		return fault.New(fault.NotFound, "There is no domain with this id.")
	}
	if err := a.Domains.Delete(c.Context(), c.Actor, id); err != nil {
		return err
	}
	return message(w, "The domain was deleted.")
}
