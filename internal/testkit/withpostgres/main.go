// Command withpostgres runs a command, such as `go test ./...`, whose test binaries
// share one temporary PostgreSQL server. It exits with the status of the command.
package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"

	"linnet/internal/testkit"
)

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: withpostgres COMMAND [ARGUMENT...]")
		os.Exit(2)
	}
	err := testkit.WithPostgres(func(environment []string) error {
		command := exec.Command(os.Args[1], os.Args[2:]...)
		command.Env, command.Stdin, command.Stdout, command.Stderr = environment, os.Stdin, os.Stdout, os.Stderr
		return command.Run()
	})
	var ended *exec.ExitError
	if errors.As(err, &ended) {
		os.Exit(ended.ExitCode())
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
