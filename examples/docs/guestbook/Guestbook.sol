// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// A site's own contract.
contract Guestbook {
    string public words;
    address public guest;

    function sign(string calldata given) external {
        words = given;
        guest = msg.sender;
    }
}
