// QuickBrew
