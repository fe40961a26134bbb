package bitly

import (
	"net/http"
	"strings"

	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/access"
	"linnet/internal/core/label"
	"linnet/internal/edge/compat"
)

// digits are those of Bitly's ids.
const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

// guid returns a letter and the first ten digits of a workspace's id.
func guid(letter, workspaceID string) string {
	number, _ := ident.Number(workspaceID)
	var text [11]byte // of 64 bits
	for i := len(text) - 1; i >= 0; i-- {
		text[i] = digits[number%uint64(len(digits))]
		number /= uint64(len(digits))
	}
	return letter + string(text[:10])
}

// groupOf returns the id of the group, and organizationOf that of the organization, which a workspace is.
func groupOf(workspaceID string) string        { return guid("B", workspaceID) }
func organizationOf(workspaceID string) string { return guid("O", workspaceID) }

// checkGroup returns Forbidden for a group that is not the key's workspace; empty: it is.
func checkGroup(c *compat.Call, group string) error {
	if group == "" || group == groupOf(c.Actor.WorkspaceID) {
		return nil
	}
	return fault.New(fault.Forbidden, "This key works in the group "+groupOf(c.Actor.WorkspaceID)+" alone. GET /v4/groups names it.")
}

// group is a workspace as Bitly returns it.
type group struct {
	Created          string            `json:"created"`
	Modified         string            `json:"modified"`
	BSDs             []string          `json:"bsds"`
	GUID             string            `json:"guid"`
	OrganizationGUID string            `json:"organization_guid"`
	Name             string            `json:"name"`
	IsActive         bool              `json:"is_active"`
	Role             string            `json:"role"`
	References       map[string]string `json:"references"`
}

// organization is the workspace, too.
type organization struct {
	Created         string            `json:"created"`
	Modified        string            `json:"modified"`
	BSDs            []string          `json:"bsds"`
	GUID            string            `json:"guid"`
	Name            string            `json:"name"`
	IsActive        bool              `json:"is_active"`
	Tier            string            `json:"tier"`
	TierFamily      string            `json:"tier_family"`
	TierDisplayName string            `json:"tier_display_name"`
	Role            string            `json:"role"`
	References      map[string]string `json:"references"`
}

func roleOf(r access.Role) string {
	if r == access.Owner || r == access.Admin {
		return "org-admin"
	}
	return "user"
}

func (a *api) currentGroup(c *compat.Call) (group, error) {
	current, err := a.Workspaces.Current(c.Context(), c.Actor)
	if err != nil {
		return group{}, err
	}
	hosts, err := a.hosts(c)
	id := organizationOf(current.ID)
	return group{
		Created: timestamp(current.CreatedAt), Modified: timestamp(current.CreatedAt), BSDs: hosts, GUID: groupOf(current.ID),
		OrganizationGUID: id, Name: current.Name, IsActive: true, Role: roleOf(c.Actor.Role),
		References: map[string]string{"organization": a.address(c, "organizations/"+id)},
	}, err
}

func (a *api) groups(w http.ResponseWriter, c *compat.Call) error {
	g, err := a.currentGroup(c)
	if err != nil {
		return err
	}
	if asked := c.URL.Query().Get("organization_guid"); asked != "" && asked != g.OrganizationGUID {
		return errOrganization(g.OrganizationGUID)
	}
	return compat.WriteJSON(w, http.StatusOK, map[string]any{"groups": []group{g}})
}

func (a *api) group(w http.ResponseWriter, c *compat.Call) error {
	if err := checkGroup(c, c.PathValue("group")); err != nil {
		return err
	}
	g, err := a.currentGroup(c)
	if err != nil {
		return err
	}
	return compat.WriteJSON(w, http.StatusOK, g)
}

func (a *api) currentOrganization(c *compat.Call) (organization, error) {
	current, err := a.Workspaces.Current(c.Context(), c.Actor)
	if err != nil {
		return organization{}, err
	}
	hosts, err := a.hosts(c)
	plan := string(current.Plan)
	return organization{
		Created: timestamp(current.CreatedAt), Modified: timestamp(current.CreatedAt), BSDs: hosts, GUID: organizationOf(current.ID),
		Name: current.Name, IsActive: true, Tier: strings.ToLower(plan), TierFamily: strings.ToLower(plan), TierDisplayName: plan,
		Role: roleOf(c.Actor.Role), References: map[string]string{"groups": a.address(c, "groups?organization_guid="+organizationOf(current.ID))},
	}, err
}

func (a *api) organizations(w http.ResponseWriter, c *compat.Call) error {
	o, err := a.currentOrganization(c)
	if err != nil {
		return err
	}
	return compat.WriteJSON(w, http.StatusOK, map[string]any{"organizations": []organization{o}})
}

func (a *api) organization(w http.ResponseWriter, c *compat.Call) error {
	o, err := a.currentOrganization(c)
	if err != nil {
		return err
	}
	if c.PathValue("organization") != o.GUID {
		return errOrganization(o.GUID)
	}
	return compat.WriteJSON(w, http.StatusOK, o)
}

func errOrganization(own string) error {
	return fault.New(fault.Forbidden, "This key works in the organization "+own+" alone. GET /v4/organizations names it.")
}

func (a *api) tags(w http.ResponseWriter, c *compat.Call) error {
	if err := checkGroup(c, c.PathValue("group")); err != nil {
		return err
	}
	page, err := a.Labels.List(c.Context(), c.Actor, label.Tag, label.Query{})
	if err != nil {
		return err
	}
	names := make([]string, len(page.Labels))
	for i := range page.Labels {
		names[i] = page.Labels[i].Name
	}
	return compat.WriteJSON(w, http.StatusOK, map[string][]string{"tags": names})
}

func (a *api) brandedDomains(w http.ResponseWriter, c *compat.Call) error {
	hosts, err := a.hosts(c)
	if err != nil {
		return err
	}
	return compat.WriteJSON(w, http.StatusOK, map[string][]string{"bsds": hosts})
}

// address is one of a user.
type address struct {
	Email      string `json:"email"`
	IsPrimary  bool   `json:"is_primary"`
	IsVerified bool   `json:"is_verified"`
}

func (a *api) user(w http.ResponseWriter, c *compat.Call) error {
	me, err := a.Accounts.Me(c.Context(), c.Actor)
	if err != nil {
		return err
	}
	factor, err := a.SecondFactors.Status(c.Context(), c.Actor)
	if err != nil {
		return err
	}
	return compat.WriteJSON(w, http.StatusOK, struct {
		Login            string    `json:"login"` // as created_by of bitlinks
		Name             string    `json:"name"`
		IsActive         bool      `json:"is_active"`
		Created          string    `json:"created"`
		Modified         string    `json:"modified"`
		IsSSOUser        bool      `json:"is_sso_user"`
		Is2FAEnabled     bool      `json:"is_2fa_enabled"`
		Emails           []address `json:"emails"`
		DefaultGroupGUID string    `json:"default_group_guid"`
	}{
		Login: me.ID, Name: strings.TrimSpace(me.FirstName + " " + me.LastName), IsActive: true,
		Created: timestamp(me.CreatedAt), Modified: timestamp(me.UpdatedAt), Is2FAEnabled: !factor.EnabledAt.IsZero(),
		Emails: []address{{me.Email, true, me.EmailVerified}}, DefaultGroupGUID: groupOf(c.Actor.WorkspaceID),
	})
}
