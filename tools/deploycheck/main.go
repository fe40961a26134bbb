// Command deploycheck checks the examples of the folder deploy: the Dockerfile with the linter of `docker build --check`, Compose
// files with the loader of Docker Compose, and Kubernetes manifests with the types of its API, which have no unknown kinds and
// fields, and with checks of its own for selectors, sizes and references. Other rules of the API server are not checked.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
)

func main() {
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: deploycheck FOLDER")
		os.Exit(2)
	}
	findings, err := run(context.Background(), flag.Arg(0))
	if err != nil {
		fmt.Fprintln(os.Stderr, "deploycheck:", err)
		os.Exit(2)
	}
	for _, f := range findings {
		fmt.Fprintln(os.Stderr, f)
	}
	if len(findings) > 0 {
		os.Exit(1)
	}
}

// run returns the findings about the files of a folder like deploy. Each kind of file must exist.
func run(ctx context.Context, folder string) ([]string, error) {
	kinds := []struct {
		pattern string
		check   func(ctx context.Context, file string) ([]string, error)
	}{
		{"docker/Dockerfile", dockerfile},
		{"docker/compose*.yaml", compose},
		{"kubernetes/*.yaml", manifest},
	}
	var findings []string
	for _, kind := range kinds {
		files, err := filepath.Glob(filepath.Join(folder, kind.pattern))
		if err != nil {
			return nil, err
		}
		if len(files) == 0 {
			return nil, errors.New("no file " + kind.pattern + " in " + folder)
		}
		for _, file := range slices.Sorted(slices.Values(files)) {
			found, err := kind.check(ctx, file)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", file, err)
			}
			for _, f := range found {
				findings = append(findings, file+": "+f)
			}
		}
	}
	return findings, nil
}
