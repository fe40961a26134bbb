package dub

import (
	"net/http"

	"linnet/internal/core/access"
	"linnet/internal/core/label"
	"linnet/internal/edge/apikit"
	"linnet/internal/edge/compat"
)

// writeLevel is the access of members to a folder that is open to all.
const writeLevel = "write"

// folder is a folder as Dub returns it.
type folder struct {
	ID          string  `json:"id"`
	Name        string  `json:"name"`
	Description *string `json:"description"` // Linnet has none
	Type        string  `json:"type"`
	AccessLevel *string `json:"accessLevel"` // null: chosen members only
	CreatedAt   string  `json:"createdAt"`
	UpdatedAt   string  `json:"updatedAt"` // that of the creation: Linnet stores no other
}

func folderOf(l label.Label) folder {
	out := folder{ID: l.ID, Name: l.Name, Type: "default", CreatedAt: timestamp(l.CreatedAt), UpdatedAt: timestamp(l.CreatedAt)}
	if !l.Access.Restricted {
		out.AccessLevel = new(writeLevel)
	}
	return out
}

// folderInput are the fields of a folder in a request.
type folderInput struct {
	Name        apikit.Opt[string] `json:"name"`
	Description string             `json:"description"`
	AccessLevel apikit.Opt[string] `json:"accessLevel"`
}

// check rejects what Linnet does not have, and access that the actor cannot change.
func (in *folderInput) check(c *compat.Call) error {
	switch {
	case in.Description != "":
		return invalid("description", "Folders of Linnet have no description. Leave it out.")
	case in.AccessLevel.Null:
		return access.Require(c.Actor, access.ManageFolders)
	case in.AccessLevel.Named && in.AccessLevel.Value != writeLevel:
		return invalid("accessLevel", "Use write for all members, or null for chosen members. Linnet has no folders that all members can only read.")
	}
	return nil
}

// setAccess changes the access to a folder to that of the request. A folder of chosen members keeps them.
func (in *folderInput) setAccess(c *compat.Call, a *api, l label.Label) (label.Label, error) {
	if !in.AccessLevel.Named || in.AccessLevel.Null == l.Access.Restricted {
		return l, nil
	}
	return a.Labels.SetAccess(c.Context(), c.Actor, l.ID, label.Access{Restricted: in.AccessLevel.Null})
}

func (a *api) listFolders(w http.ResponseWriter, c *compat.Call) error {
	all, err := a.labels(c, label.Folder, label.Query{Search: c.URL.Query().Get("search")})
	if err != nil {
		return err
	}
	page, err := pageOf(c, all)
	if err != nil {
		return err
	}
	return compat.WriteJSON(w, http.StatusOK, apikit.Map(page, folderOf))
}

func (a *api) createFolder(w http.ResponseWriter, c *compat.Call) error {
	var in folderInput
	if err := c.Decode(w, &in); err != nil {
		return err
	}
	if err := in.check(c); err != nil {
		return err
	}
	made, err := a.Labels.Create(c.Context(), c.Actor, label.Folder, label.Settings{Name: in.Name.Value})
	if err == nil {
		made, err = in.setAccess(c, a, made)
	}
	if err != nil {
		return err
	}
	return compat.WriteJSON(w, http.StatusCreated, folderOf(made))
}

func (a *api) updateFolder(w http.ResponseWriter, c *compat.Call) error {
	var in folderInput
	if err := c.Decode(w, &in); err != nil {
		return err
	}
	if err := in.check(c); err != nil {
		return err
	}
	changed, err := a.Labels.Update(c.Context(), c.Actor, label.Folder, c.PathValue("id"), func(s *label.Settings) { in.Name.SetTo(&s.Name) })
	if err == nil {
		changed, err = in.setAccess(c, a, changed)
	}
	if err != nil {
		return err
	}
	return compat.WriteJSON(w, http.StatusOK, folderOf(changed))
}

func (a *api) deleteFolder(w http.ResponseWriter, c *compat.Call) error {
	if err := a.Labels.Delete(c.Context(), c.Actor, label.Folder, c.PathValue("id")); err != nil {
		return err
	}
	return deleted(w, "id", c.PathValue("id"))
}
