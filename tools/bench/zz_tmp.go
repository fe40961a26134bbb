package main

import (
	"os"
)

func benchTmp(o options) error {
	var node linkNode
	node.data = os.Getenv("TMPDATA")
	if _, err := node.start(o); err != nil {
		return err
	}
	defer node.stop()
	token, _ := os.ReadFile("/tmp/wt-data/token")
	user := &api{base: "http://" + node.addr + "/api/v1", token: string(token)}
	_ = untilSettled(node.processorTime)
	if err := measureReportsOf(&node, user); err != nil {
		return err
	}
	return nil
}
