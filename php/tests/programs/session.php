<?php

declare(strict_types=1);

// A page with a session: ?fill puts something into it, ?add adds to it, and every request answers
// with all of it.

require __DIR__ . '/../Fixtures/User.php';

use Larder\Tests\Fixtures\User;

session_start();
if (isset($_GET['fill'])) {
    $user = new User(7);
    $user->friend = $user;
    $_SESSION['user'] = $user;
    $_SESSION['again'] = $user;
    $_SESSION['cart'] = [['id' => 1, 'price' => '9.50'], ['id' => 2, 'price' => '0.99']];
    $_SESSION['bytes'] = "\xFF|\x00";
}
if (isset($_GET['add'])) {
    $_SESSION['count'] = ($_SESSION['count'] ?? 0) + 1;
}
echo base64_encode(serialize($_SESSION));
