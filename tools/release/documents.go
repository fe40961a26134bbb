package main

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// documents are the files of a release that do not depend on the architecture, as paths.
type documents struct {
	generated        string   // folder of linnet.1.gz, the completions linnet.bash, linnet.zsh and linnet.fish, and LICENSES
	guides, examples []string // below the repository's folder
}

// documents generates the manual page, the completions and the licences, and lists the documents of the repository.
func (r *release) documents(ctx context.Context, work string) (documents, error) {
	// A binary of this machine prints them.
	binary, err := r.compile(ctx, runtime.GOARCH, filepath.Join(work, runtime.GOARCH))
	if err != nil {
		return documents{}, err
	}
	d := documents{generated: filepath.Join(work, "generated")}
	if err := os.MkdirAll(d.generated, 0o755); err != nil {
		return documents{}, err
	}
	for name, command := range map[string][]string{
		"linnet.1":    {binary, "man"},
		"linnet.bash": {binary, "completion", "bash"},
		"linnet.zsh":  {binary, "completion", "zsh"},
		"linnet.fish": {binary, "completion", "fish"},
		"LICENSES":    {"go", "run", "-C", "tools/licenses", ".", "-texts", "../.."},
	} {
		text, err := r.outputIn(ctx, nil, command[0], command[1:]...)
		if err != nil {
			return documents{}, err
		}
		if err := os.WriteFile(filepath.Join(d.generated, name), text, 0o644); err != nil {
			return documents{}, err
		}
	}
	if d.guides, err = r.markdown("docs"); err != nil {
		return documents{}, err
	}
	d.examples, err = r.tracked(ctx, "deploy")
	return d, err
}

// markdown returns the Markdown files below a folder of the repository, without the records of decisions.
func (r *release) markdown(folder string) ([]string, error) {
	var files []string
	err := filepath.WalkDir(filepath.Join(r.root, folder), func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && entry.Name() == "adr" {
			return filepath.SkipDir
		}
		if strings.HasSuffix(path, ".md") {
			name, _ := filepath.Rel(r.root, path) // both are absolute
			files = append(files, name)
		}
		return nil
	})
	return files, err
}

// tracked returns the files of a folder that are in the repository.
func (r *release) tracked(ctx context.Context, folder string) ([]string, error) {
	list, err := r.output(ctx, "git", "ls-files", "--", folder)
	return strings.Split(list, "\n"), err
}
