package access

import (
	"fmt"
	"slices"

	"linnet/internal/base/fault"
)

// FolderLevel is what a member may do in a folder that is restricted to chosen
// members. The values are part of the API.
type FolderLevel string

// The levels. The role of the member is the upper bound.
const (
	ReadFolder  FolderLevel = "read"
	WriteFolder FolderLevel = "write" // includes ReadFolder
)

// FolderLimits are the folders of a workspace that limit a member. nil has none.
// Owners and admins have no limits.
type FolderLimits struct {
	Hidden   []string // ids of folders that do not exist for the member, sorted
	ReadOnly []string // ids of folders whose links the member may read, but not change, sorted
}

// Equal reports whether both limit the same folders.
func (f *FolderLimits) Equal(other *FolderLimits) bool {
	if f == nil || other == nil {
		return f == other
	}
	return slices.Equal(f.Hidden, other.Hidden) && slices.Equal(f.ReadOnly, other.ReadOnly)
}

// View is the part of a workspace that may be read. Stores of links, and of
// everything that belongs to links, require one, so that no query can omit the
// limits of the actor. The zero View is empty.
type View struct {
	workspaceID string
	hidden      []string
}

// View returns what the actor may read.
func (a Actor) View() View {
	if a.Folders == nil {
		return View{workspaceID: a.WorkspaceID}
	}
	return View{workspaceID: a.WorkspaceID, hidden: a.Folders.Hidden}
}

// WholeWorkspace returns the view of a workspace with all its folders. It is for
// work of the system and for visitors, not for requests of members.
func WholeWorkspace(workspaceID string) View { return View{workspaceID: workspaceID} }

// WorkspaceID returns the workspace of the view.
func (v View) WorkspaceID() string { return v.workspaceID }

// Hidden returns the ids of the folders that are not in the view. Callers must
// not change the slice.
func (v View) Hidden() []string { return v.hidden }

// Limited reports whether the view lacks a folder of the workspace.
func (v View) Limited() bool { return len(v.hidden) > 0 }

// Hides reports whether a folder is not in the view. No folder ("") is in every
// view.
func (v View) Hides(folderID string) bool { return slices.Contains(v.hidden, folderID) }

// FolderLevel returns what the limits allow in a folder of the workspace; "": the
// folder is hidden. The role may allow less.
func (a Actor) FolderLevel(folderID string) FolderLevel {
	switch {
	case a.View().Hides(folderID):
		return ""
	case a.Folders != nil && slices.Contains(a.Folders.ReadOnly, folderID):
		return ReadFolder
	}
	return WriteFolder
}

// RequireFolder returns NotFound, which names the noun, when a folder is hidden
// from the actor, and Forbidden when the actor may only read it. The empty id
// stands for no folder. It does not check the role: see Require.
func RequireFolder(a Actor, folderID, noun string) error {
	switch a.FolderLevel(folderID) {
	case "":
		return fault.New(fault.NotFound, fmt.Sprintf("There is no such %s.", noun))
	case ReadFolder:
		return fault.New(fault.Forbidden, "You can only read this folder. Ask an owner or an admin for write access.")
	}
	return nil
}

// RequireTarget is RequireFolder for the folder that a link is to be in: a hidden
// one is Invalid at "folderId", as one that does not exist.
func RequireTarget(a Actor, folderID string) error {
	switch a.FolderLevel(folderID) {
	case "":
		return fault.New(fault.Invalid, "This workspace has no such folder. Choose another, or leave it out.").At("folderId")
	case ReadFolder:
		return fault.New(fault.Forbidden, "You can only read this folder. Choose another one, or ask an owner or an admin for write access.").
			At("folderId")
	}
	return nil
}
