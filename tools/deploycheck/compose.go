package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/compose-spec/compose-go/v2/cli"
	"github.com/compose-spec/compose-go/v2/types"
)

// compose loads a Compose file as Docker Compose does, with a value for each variable
// that it requires. It returns the loader's error, and files that do not exist.
func compose(ctx context.Context, file string) ([]string, error) {
	options, err := cli.NewProjectOptions([]string{file}, cli.WithName("linnet"), cli.WithEnv([]string{
		"POSTGRES_PASSWORD=secret", "CLICKHOUSE_PASSWORD=secret", "LINNET_SECRET_KEY=secret",
	}))
	if err != nil {
		return nil, err
	}
	project, err := options.LoadProject(ctx)
	if err != nil {
		return []string{err.Error()}, nil
	}
	var findings []string
	exists := func(service, path string) {
		if _, err := os.Stat(path); err != nil {
			findings = append(findings, fmt.Sprintf("service %s: %v", service, err))
		}
	}
	for name, service := range project.Services {
		if service.Build != nil {
			exists(name, filepath.Join(service.Build.Context, service.Build.Dockerfile))
		}
		for _, volume := range service.Volumes {
			if volume.Type == types.VolumeTypeBind {
				exists(name, volume.Source)
			}
		}
	}
	return findings, nil
}
