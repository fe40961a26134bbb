package transfer

import (
	"context"
	"strings"

	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/label"
	"linnet/internal/core/routing"
)

// Folders are the workspace's.
type Folders interface {
	List(ctx context.Context, a access.Actor, kind label.Kind, q label.Query) (label.Page, error)
	Create(ctx context.Context, a access.Actor, kind label.Kind, settings label.Settings) (label.Label, error)
}

// folderBook finds folders by name and makes those that are missing.
type folderBook struct {
	folders Folders
	actor   access.Actor
	ids     map[string]string // by folded name
	names   map[string]string // by id
}

func readFolders(ctx context.Context, folders Folders, a access.Actor) (*folderBook, error) {
	all, err := folders.List(ctx, a, label.Folder, label.Query{})
	if err != nil {
		return nil, err
	}
	b := &folderBook{folders: folders, actor: a, ids: map[string]string{}, names: map[string]string{}}
	for _, l := range all.Labels {
		b.add(l)
	}
	return b, nil
}

func (b *folderBook) add(l label.Label) { b.ids[routing.Fold(l.Name)], b.names[l.ID] = l.ID, l.Name }

// find returns the id of a folder; "" for an empty name, and for a missing
// folder unless mayMake, which creates it.
func (b *folderBook) find(ctx context.Context, name string, mayMake bool) (string, error) {
	if name = strings.TrimSpace(name); name == "" {
		return "", nil
	}
	if id, ok := b.ids[routing.Fold(name)]; ok || !mayMake {
		return id, nil
	}
	made, err := b.folders.Create(ctx, b.actor, label.Folder, label.Settings{Name: name})
	if fault.Is(err, fault.Conflict) { // created concurrently
		again, err := readFolders(ctx, b.folders, b.actor)
		if err != nil {
			return "", err
		}
		*b = *again
		if id, ok := b.ids[routing.Fold(name)]; ok {
			return id, nil
		}
		var faults fault.List // the folder is hidden from the actor
		faults.Add(string(Folder), "You have no access to a folder with this name. Choose another one.")
		return "", faults.Err()
	}
	if fault.Rejects(err) {
		var faults fault.List
		faults.AddErr(string(Folder), fault.New(fault.Invalid, fault.Sentence(err)))
		return "", faults.Err()
	}
	if err != nil {
		return "", err
	}
	b.add(made)
	return made.ID, nil
}
