package httpapi

import (
	"context"

	"linnet/internal/core/access"
	"linnet/internal/core/label"
	"linnet/internal/edge/apikit"
)

// FolderMember is a chosen member of a restricted folder.
type FolderMember struct {
	UserID string `json:"userId" example:"usr_3kq7c8v0d5m2a"`
	Level  string `json:"level" enum:"read,write" doc:"write includes read. The member's role may allow less."`
}

// FolderAccess selects the members that can see a folder and its links.
type FolderAccess struct {
	Access  string         `json:"access" enum:"workspace,members" doc:"workspace: every member. members: owners, admins and the chosen members; for others the folder and its links do not exist."`
	Members []FolderMember `json:"members" maxItems:"500" nullable:"false" doc:"The chosen members; empty with the access workspace."`
}

// The values of FolderAccess.Access.
const (
	accessWorkspace = "workspace"
	accessMembers   = "members"
)

func folderAccessOf(a label.Access) FolderAccess {
	out := FolderAccess{
		Access:  accessWorkspace,
		Members: apikit.Map(a.Members, func(m label.Member) FolderMember { return FolderMember{m.UserID, string(m.Level)} }),
	}
	if a.Restricted {
		out.Access = accessMembers
	}
	return out
}

type folderAccessInput struct {
	apikit.ByID
	Body struct {
		Access  string         `json:"access" enum:"workspace,members"`
		Members []FolderMember `json:"members,omitempty" maxItems:"500" doc:"Owners and admins need no entry. Without members, only they have access."`
	} `nameHint:"FolderAccessInput"`
}

func (a *API) setFolderAccess(ctx context.Context, in *folderAccessInput) (*labelOutput[Folder], error) {
	changed, err := a.Labels.SetAccess(ctx, apikit.ActorOf(ctx), in.ID, label.Access{
		Restricted: in.Body.Access == accessMembers,
		Members: apikit.Map(in.Body.Members, func(m FolderMember) label.Member {
			return label.Member{UserID: m.UserID, Level: access.FolderLevel(m.Level)}
		}),
	})
	return &labelOutput[Folder]{folderOf(changed)}, err
}

func (a *API) folderAccessRoutes(r *apikit.Router) {
	apikit.Put(r, "/folders/{id}/access", a.setFolderAccess, operation{
		ID:          "setFolderAccess",
		Scope:       access.MembersWrite,
		Tag:         "Tags and folders",
		Summary:     "Set who has access to a folder",
		Description: "Replaces the access. Members who lose it lose it at once. Requires the role owner or admin.",
	})
}
